import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import { todayAt } from '../../directory/structure/reads/today';
import { auditWritten } from './audit-records';
import { overlapping } from './dated';
import { activeOf, type Draft, type RowRefusal } from './draft';
import type { World, Written } from './entity';
import { frozenFault } from './frozen';
import { dropReplacedFiles, keepFiles } from './keep-files';
import { keepSecrets, openSecret, takeSecrets } from './keep-secrets';
import { takenKeys, writeKeys } from './keys';
import { readValues } from './read-values';
import { mayEdit, type RecordList } from './record-list';
import { RECORD_TABLES } from './record-tables';
import { writeReferences } from './references';
import { resolveReferences } from './resolve-references';
import { undoAll } from './settle';
import { insertRecords, storedOf, updateRecords } from './store-records';
import { targetTitles } from './titles';

/**
 * Writes new and changed records. All of them are checked together, and any refusal prevents the whole write. The owner
 * is locked.
 */
export async function writeRecords(
  tx: Transaction,
  principal: Principal,
  place: RecordList,
  typed: readonly Draft[],
  origin: Origin
): Promise<{ created: number; changed: number }> {
  const drafts = typed.map((draft) => ({ ...draft }));
  undoAll(drafts.flatMap((draft) => rowed(draft, readInto(place, draft))));
  undoAll(takeSecrets(place, drafts));
  undoAll(await resolveReferences(tx, principal, place, drafts));
  await derive(tx, place, drafts);
  undoAll(drafts.flatMap((draft) => rowed(draft, fixedChanged(place, draft))));
  undoAll(drafts.flatMap((draft) => rowed(draft, locked(principal, place, draft))));
  const changed = drafts.filter(isChanged);
  undoAll(await frozen(tx, place, changed));
  undoAll(await checked(tx, place, changed));
  undoAll(await takenKeys(tx, place, changed));
  undoAll(await overMaximum(tx, place, changed));
  if (changed.length === 0) return { created: 0, changed: 0 };
  undoAll(await keepFiles(tx, principal, place, changed));
  const titles = await targetTitles(tx, place, changed);
  const rows = changed.map((draft) => ({ draft, row: storedOf(place, draft, titles) }));
  const stored = (isNew: boolean) => rows.filter(({ draft }) => isNew === !draft.existing).map(({ row }) => row);
  await insertRecords(tx, place, stored(true));
  await updateRecords(tx, place, stored(false));
  await keepSecrets(tx, place, changed);
  await writeKeys(tx, place, changed);
  await writeReferences(tx, place, changed);
  await dropReplacedFiles(tx, place, changed);
  undoAll(await brokenInvariants(tx, place, changed));
  await auditWritten(tx, principal, place, changed, titles, origin);
  const written = writtenOf(place, tx, changed);
  await place.entity.follow?.(written, { principal, origin }, RECORD_TABLES);
  const created = changed.filter(({ existing }) => !existing).length;
  return { created, changed: changed.length - created };
}

const rowed = ({ row }: Draft, refusals: Refusal[]) => refusals.map((refusal) => ({ ...refusal, row }));

function readInto({ entity }: RecordList, draft: Draft): Refusal[] {
  const { values, refusals } = readValues(entity, draft.values);
  draft.values = values;
  return refusals;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function isChanged(draft: Draft): boolean {
  const { existing, values } = draft;
  if (!existing || activeOf(draft) !== existing.active) return true;
  return Object.keys(values).some((name) => !same(values[name], existing.values[name]));
}

function fixedChanged({ entity }: RecordList, { existing, values }: Draft): Refusal[] {
  if (!existing) return [];
  return Object.entries(entity.fields).flatMap(([field, { fixed }]) =>
    fixed && !same(values[field], existing.values[field]) ? [{ code: 'setup.fixed', field }] : []
  );
}

/** Above the principal's level, before or after the change (C6.031). */
function locked(principal: Principal, { entity }: RecordList, { existing, values, parent }: Draft): Refusal[] {
  const both = existing ? [existing, { values }] : [{ values }];
  return both.every((record) => mayEdit(principal, entity, record, parent))
    ? []
    : [{ code: 'security.violation.maintenance' }];
}

/** Records that no longer change, and new parts of those. */
async function frozen(tx: Transaction, { entity, owner }: RecordList, drafts: readonly Draft[]): Promise<RowRefusal[]> {
  if (!entity.frozen) return [];
  const refusals: RowRefusal[] = [];
  for (const draft of drafts) {
    if (!draft.existing && !draft.parent) continue;
    const { values } = draft.existing ?? draft;
    const code = await frozenFault(entity, { issuerId: owner.issuerId, values }, draft.parent, tx);
    if (code) refusals.push({ code, row: draft.row });
  }
  return refusals;
}

const worldOf = (tx: Transaction, { owner }: RecordList, draft: Draft): World => ({
  tx,
  issuerId: owner.issuerId,
  companyId: owner.kind === 'company' ? owner.id : null,
  parent: draft.parent,
  today: () => todayAt(owner.issuerId, tx),
  secret: async (field) =>
    draft.secrets?.[field] ?? (await openSecret(tx, { issuerId: owner.issuerId, id: draft.id, field }))
});

/** Fills in what the product finds by itself, whatever was typed there. */
async function derive(tx: Transaction, place: RecordList, drafts: readonly Draft[]): Promise<void> {
  for (const draft of drafts)
    Object.assign(draft.values, await place.entity.derive?.(draft.values as never, worldOf(tx, place, draft)));
}

async function checked(tx: Transaction, place: RecordList, drafts: readonly Draft[]): Promise<RowRefusal[]> {
  const { check } = place.entity;
  if (!check) return [];
  const refusals: RowRefusal[] = [];
  for (const draft of drafts)
    refusals.push(...rowed(draft, await check(draft.values as never, worldOf(tx, place, draft))));
  return refusals;
}

const totalRow = z.strictObject({ withinId: z.string(), active: z.number() });

/** The maximum applies to active records, so that those in use, which can't be deleted, don't count against it. */
async function overMaximum(
  tx: Transaction,
  { entity, owner }: RecordList,
  drafts: readonly Draft[]
): Promise<RowRefusal[]> {
  const { maximum } = entity;
  if (maximum === undefined) return [];
  const withinOf = ({ parent }: Draft) => parent?.id ?? owner.id;
  const totals = await readRows(tx, totalRow)`
    INSERT INTO setup_totals AS t (issuer_id, within_id, entity, maximum)
    SELECT ${owner.issuerId}::uuid, within_id, ${entity.name}, ${maximum}::int
    FROM unnest(${[...new Set(drafts.map(withinOf))].sort()}::uuid[]) within_id
    ON CONFLICT (issuer_id, within_id, entity) DO UPDATE SET maximum = greatest(EXCLUDED.maximum, t.active)
    RETURNING within_id AS "withinId", active`;
  const room = new Map(totals.map(({ withinId, active }) => [withinId, maximum - active]));
  // Deactivated records make room first.
  const taking = (draft: Draft) => Number(activeOf(draft)) - Number(draft.existing?.active ?? false);
  return [...drafts]
    .sort((a, b) => taking(a) - taking(b))
    .flatMap((draft) => {
      const left = (room.get(withinOf(draft)) as number) - taking(draft);
      room.set(withinOf(draft), left);
      return left < 0 && taking(draft) > 0 ? rowed(draft, [{ code: 'setup.maximum', params: { maximum } }]) : [];
    });
}

const writtenOf = ({ owner }: Pick<RecordList, 'owner'>, tx: Transaction, drafts: readonly Draft[]): Written => ({
  tx,
  issuerId: owner.issuerId,
  ownerId: owner.id,
  ids: drafts.map(({ id }) => id)
});

async function brokenInvariants(
  tx: Transaction,
  { entity, owner }: RecordList,
  drafts: readonly Draft[]
): Promise<RowRefusal[]> {
  const rows = new Map(drafts.map(({ id, row }) => [id, row]));
  const written = writtenOf({ owner }, tx, drafts);
  const broken = [
    ...(await overlapping(written, entity)),
    ...((await entity.invariants?.(written, RECORD_TABLES)) ?? [])
  ];
  return broken.map(({ id, ...refusal }) => ({ ...refusal, row: rows.get(id) ?? 0 }));
}
