import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { LEDGER_EXPORTS, seenExport } from '@/lib/money/ledger/exports';
import { downloadLedgerFile, filesOf } from '@/lib/money/ledger/files';
import { type Layout, READY_MADE } from '@/lib/money/ledger/layout';
import { ledgerLayouts, seenLayout } from '@/lib/money/ledger/layouts';
import { previewLines } from '@/lib/money/ledger/preview';
import { startReversal } from '@/lib/money/ledger/reverse';
import { exportable, exportPlace, exportPlaces, placeTyped } from '@/lib/money/ledger/selection';
import { startExport, writeAgain } from '@/lib/money/ledger/start-export';
import { MARCH } from '../ledger';
import { ORIGIN } from '../module-world';
import { aUserAt } from '../structure';
import { aTransaction } from '../transactions';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

interface Made {
  exports: { id: string; fileId: string }[];
  layouts: { id: string; ownerId: string }[];
}
const made = new WeakMap<ScopeWorld, Made>();
const madeIn = (world: ScopeWorld): Made => made.get(world) ?? { exports: [], layouts: [] };

/** The ids among what somebody was told: a transaction's reference is its id. */
const told = (world: ScopeWorld, lines: readonly string[]) =>
  [...world.placeOf.keys()].filter((id) => lines.some((line) => line.includes(id)));

async function anExportAt(world: ScopeWorld, node: { issuerId: string; id: string }, number: number) {
  const issuer = world.nodes.get(node.issuerId);
  if (!issuer) throw new Error('a node without an issuer');
  const owner = await aUserAt(world.database, 'I', issuer);
  const [id, fileId, largeId] = [randomUUID(), randomUUID(), randomUUID()];
  await world.database.query(
    `INSERT INTO ledger_exports (issuer_id, id, number, node_id, first_day, last_day, status, count, totals, exported_at, owner_user_id, created_at)
     VALUES ($1, $2, $3, $4, '2026-03-01', '2026-03-31', 'exported', 1, '[]', now(), $5, now())`,
    [node.issuerId, id, number, node.id, owner.id]
  );
  await world.database.query(
    "INSERT INTO large_files (issuer_id, id, name, media_type, size, sha256) VALUES ($1, $2, 'x.csv', 'text/csv', 0, sha256(''))",
    [node.issuerId, largeId]
  );
  await world.database.query(
    `INSERT INTO ledger_files (issuer_id, id, export_id, layout, job_id, file_id, lines, size, sha256, written_at, owner_user_id, created_at)
     VALUES ($1, $2, $3, '{"name": "x", "format": "csv"}', $2, $4, 1, 0, sha256(''), now(), $5, now())`,
    [node.issuerId, fileId, id, largeId, owner.id]
  );
  world.placeOf.set(id, node.id);
  world.placeOf.set(fileId, node.id);
  return { id, fileId };
}

/** Exports lie at the part of the structure that they are of, their files with them; layouts at their owner. */
export const ledger: ScopeModule = {
  name: 'ledger',
  async populate(world) {
    const kept: Made = { exports: [], layouts: [] };
    let number = 0;
    for (const node of world.all().filter(({ kind }) => kind !== 'account'))
      kept.exports.push(await anExportAt(world, node, ++number));
    for (const account of world.all('account')) {
      const { id } = await aTransaction(world.database, account, { state: 'approved' });
      world.placeOf.set(id, account.id);
    }
    for (const { issuerId, id: ownerId } of [...world.all('company'), ...world.all('issuer')]) {
      const id = randomUUID();
      await world.database.query(
        `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data) VALUES ($1, $2, 'ledger-layout', $3, 'Own', '{"format": "csv"}')`,
        [issuerId, id, ownerId]
      );
      kept.layouts.push({ id, ownerId });
    }
    made.set(world, kept);
  },
  readers: {
    LEDGER_EXPORTS: (principal, world) => exported(principal, LEDGER_EXPORTS, world),
    'seenExport and its files': async (principal, world) => {
      const seen = madeIn(world).exports.map(async ({ id, fileId }) => [
        (await seenExport(principal, id))?.id ?? [],
        ...(await filesOf(principal, id)).map(idOf),
        (await downloadLedgerFile(principal, fileId, ORIGIN)) ? fileId : []
      ]);
      return (await Promise.all(seen)).flat(2);
    },
    previewLines: async (principal, world) => {
      const lines = await previewLines(principal, READY_MADE.csv as Layout);
      return lines.ok ? told(world, lines.value) : [];
    },
    'places and what would go out': async (principal, world) => {
      const ids = world
        .all()
        .map(async ({ id, name }) => [
          (await exportPlace(principal, id))?.id ?? [],
          (await exportable(principal, { ...MARCH, nodeId: id })) ? id : [],
          (await placeTyped(principal, name)) || []
        ]);
      return [...(await exportPlaces(principal, '')).map(idOf), ...(await Promise.all(ids)).flat(2)];
    },
    /** An issuer's layouts hold for everybody in it, and are seen from below: those of companies are looked at here. */
    layouts: async (principal, world) => {
      const { layouts } = madeIn(world);
      const own = (id: string) =>
        layouts.find((one) => one.id === id && world.nodes.get(one.ownerId)?.kind === 'company');
      const found = await Promise.all(layouts.map(async ({ id }) => ((await seenLayout(principal, id)) ? [id] : [])));
      const ids = [...(await ledgerLayouts(principal)).map(idOf), ...found.flat()];
      return ids.flatMap((id) => own(id)?.ownerId ?? []).filter((id) => !isAbove(world, principal, id));
    }
  },
  writes: {
    startExport: (principal, nodeId) => startExport(principal, { ...MARCH, nodeId }, ORIGIN),
    writeAgain: (principal, exportId) => writeAgain(principal, { exportId, layoutId: 'csv' }, ORIGIN),
    startReversal: (principal, exportId) => startReversal(principal, { exportId, reason: 'x' }, ORIGIN)
  },
  targets: (world) => madeIn(world).exports.map(idOf)
};

/** Whether a node lies above where somebody stands: what it keeps for everybody below is theirs to see. */
function isAbove(world: ScopeWorld, { scope }: Principal, id: string): boolean {
  const path = world.nodes.get(id)?.path ?? '';
  return scope.subtrees.some((subtree) => subtree.path !== path && subtree.path.startsWith(path));
}
