import { z } from 'zod';
import { keptPrincipal, keptPrincipalSchema, may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { type Origin, originSchema } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import type { StructureNode } from '../../directory/structure/nodes';
import { startJob } from '../../kit/jobs/start-job';
import { heldExport } from './exports';
import { type Layout, layoutFault } from './layout';
import { isLayoutFor, seenLayout } from './layouts';
import { exportPlace, type Selection } from './selection';

export const EXPORT_JOB = 'ledger.export';

/** The payload of the job. */
export const exportPayload = z.object({
  exportId: z.guid(),
  /** The export's file to write. */
  fileId: z.guid(),
  principal: keptPrincipalSchema,
  origin: originSchema
});
export type ExportPayload = z.output<typeof exportPayload>;

const numberedRow = z.strictObject({ number: z.number() });

/**
 * Starts an export of the approved transactions of a selection; the job determines them. Refuses while another export
 * of the same place is in progress.
 */
export function startExport(principal: Principal, selection: Selection, origin: Origin): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'ledger_exports', 'run')) return refused({ code: 'forbidden.action' });
    const node = await exportPlace(principal, selection.nodeId, tx);
    if (!node) return refused({ code: 'not.found', field: 'nodeId' });
    const layout = await layoutFor(tx, principal, node, selection.layoutId);
    if (!layout.ok) return layout;
    const { issuerId, userId } = principal;
    const [id, fileId] = [newId(), newId()];
    const job = await startJob(tx, principal, {
      kind: EXPORT_JOB,
      nodeId: node.id,
      payload: { exportId: id, fileId, principal: keptPrincipal(principal), origin } satisfies ExportPayload
    });
    if (!job.ok) return job;
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`ledger_exports/${issuerId}`}, 0))`;
    const [numbered] = await readRows(tx, numberedRow)`
      INSERT INTO ledger_exports (issuer_id, id, number, node_id, first_day, last_day, currency, owner_user_id, created_at)
      SELECT ${issuerId}::uuid, ${id}::uuid, coalesce(max(number), 0) + 1, ${node.id}::uuid, ${selection.from}::text::date,
        ${selection.to}::text::date, ${selection.currency}, ${userId}::uuid, ${now()}
      FROM ledger_exports WHERE issuer_id = ${issuerId}::uuid
      RETURNING number`;
    await addFile(tx, principal, { exportId: id, fileId, jobId: job.value, layout: layout.value });
    const { from, to, currency } = selection;
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'ledger_export.started',
      entity: 'ledger_export',
      entityId: id,
      nodeId: node.id,
      details: { number: numbered?.number ?? 0, from, to, currency, layout: layout.value.name }
    });
    return accepted(id);
  });
}

/** Writes an export again with another layout; the transactions stay as they are. */
export function writeAgain(
  principal: Principal,
  { exportId, layoutId }: { exportId: string; layoutId: string },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'ledger_exports', 'run')) return refused({ code: 'forbidden.action' });
    const held = await heldExport(tx, principal, exportId);
    const node = held && (await exportPlace(principal, held.nodeId, tx));
    if (!held || !node) return refused({ code: 'not.found' });
    if (held.expiredAt) return refused({ code: 'ledger.expired' });
    if (held.status !== 'exported' || held.reversedCount === held.count) return refused({ code: 'ledger.nothing' });
    const layout = await layoutFor(tx, principal, node, layoutId);
    if (!layout.ok) return layout;
    const fileId = newId();
    const job = await startJob(tx, principal, {
      kind: EXPORT_JOB,
      nodeId: node.id,
      payload: { exportId, fileId, principal: keptPrincipal(principal), origin } satisfies ExportPayload
    });
    if (!job.ok) return job;
    await addFile(tx, principal, { exportId, fileId, jobId: job.value, layout: layout.value });
    await recordAct(tx, principal, origin, {
      issuerId: principal.issuerId,
      action: 'ledger_export.written_again',
      entity: 'ledger_export',
      entityId: exportId,
      nodeId: node.id,
      details: { number: held.number, layout: layout.value.name }
    });
    return accepted(null);
  });
}

async function layoutFor(
  tx: Transaction,
  principal: Principal,
  node: StructureNode,
  layoutId: string
): Promise<Result<Layout>> {
  const seen = await seenLayout(principal, layoutId, tx);
  if (!seen || !isLayoutFor(node, seen.ownerId)) return refused({ code: 'ledger.layout.unknown', field: 'layoutId' });
  const fault = layoutFault(seen.layout);
  return fault ? refused({ ...fault, field: 'layoutId' }) : accepted(seen.layout);
}

async function addFile(
  tx: Transaction,
  { issuerId, userId }: Principal,
  { exportId, fileId, jobId, layout }: { exportId: string; fileId: string; jobId: string; layout: Layout }
): Promise<void> {
  await tx.ledgerFile.createMany({
    data: { issuerId, id: fileId, exportId, layout: layout as object, jobId, ownerUserId: userId, createdAt: now() }
  });
}
