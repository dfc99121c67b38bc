import type { Principal } from '../access/principal';
import type { Origin } from '../core/audit';
import { now } from '../core/clock';
import { type Transaction, transaction } from '../core/database';
import type { Refusal } from '../core/refusal';
import { auditWritten } from './audit-records';
import type { ParentRecord } from './field';
import { keepFiles } from './keep-files';
import { takenKeys, writeKeys } from './keys';
import { mayEdit, type Place } from './place';
import { readValues } from './read-values';
import { writeReferences } from './references';
import { type Draft, type RowRefusal, resolveReferences } from './resolve-references';
import { targetTitles, titleOf } from './titles';

/** What a command over several fields or records comes to. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; refusals: RowRefusal[] };

/** Leaves a transaction with nothing written. */
export class Undone extends Error {
  constructor(readonly refusals: RowRefusal[]) {
    super('undone');
  }
}

export const undo = (...refusals: Refusal[]): never => {
  throw new Undone(refusals.map((refusal) => ({ row: 0, ...refusal })));
};

/** Runs a command's work as one transaction, of which a refusal leaves nothing. */
export async function settled<T>(work: (tx: Transaction) => Promise<T>, timeout?: number): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await transaction(work, timeout) };
  } catch (error) {
    if (error instanceof Undone) return { ok: false, refusals: error.refusals };
    throw error;
  }
}

/** Nobody else writes set-up records of this owner before the transaction ends, so that what is counted and looked up holds. */
export async function lockOwner(tx: Transaction, { issuerId, id }: Place['owner']): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`setup/${issuerId}/${id}`}, 0))`;
}

/**
 * Writes records as they were typed: new ones, and changes of existing ones. Everything is checked, over all of
 * them, and any refusal leaves nothing written. The owner is locked.
 */
export async function writeRecords(
  tx: Transaction,
  principal: Principal,
  place: Place,
  typed: readonly Draft[],
  origin: Origin
): Promise<{ created: number; changed: number }> {
  const drafts = typed.map((draft) => ({ ...draft }));
  refuse(drafts.flatMap((draft) => rowed(draft, readInto(place, draft))));
  refuse(await resolveReferences(tx, principal, place, drafts));
  refuse(drafts.flatMap((draft) => rowed(draft, fixedChanged(place, draft))));
  refuse(drafts.flatMap((draft) => rowed(draft, locked(principal, place, draft))));
  const changed = drafts.filter(isChanged);
  refuse(await checked(tx, place, changed));
  refuse(await takenKeys(tx, place, changed));
  refuse(await overMaximum(tx, place, changed));
  if (changed.length === 0) return { created: 0, changed: 0 };
  refuse(await keepFiles(tx, principal, place, changed));
  const titles = await targetTitles(tx, place, changed);
  const rows = changed.map((draft) => ({ draft, row: stored(place, draft, titles) }));
  await insert(
    tx,
    place,
    rows.filter(({ draft }) => !draft.existing).map(({ row }) => row)
  );
  await update(
    tx,
    place,
    rows.filter(({ draft }) => draft.existing).map(({ row }) => row)
  );
  await writeKeys(tx, place, changed);
  await writeReferences(tx, place, changed);
  refuse(await brokenInvariants(tx, place, changed));
  await auditWritten(tx, principal, place, changed, titles, origin);
  const created = changed.filter(({ existing }) => !existing).length;
  return { created, changed: changed.length - created };
}

function refuse(refusals: RowRefusal[]): void {
  if (refusals.length > 0) throw new Undone(refusals);
}

const rowed = ({ row }: Draft, refusals: Refusal[]) => refusals.map((refusal) => ({ ...refusal, row }));

function readInto({ entity }: Place, draft: Draft): Refusal[] {
  const { values, refusals } = readValues(entity, draft.values);
  draft.values = values;
  return refusals;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const activeOf = ({ existing, active }: Draft) => active ?? existing?.active ?? true;

function isChanged(draft: Draft): boolean {
  const { existing, values } = draft;
  if (!existing || activeOf(draft) !== existing.active) return true;
  return Object.keys(values).some((name) => !same(values[name], existing.values[name]));
}

function fixedChanged({ entity }: Place, { existing, values }: Draft): Refusal[] {
  if (!existing) return [];
  return Object.entries(entity.fields).flatMap(([field, { fixed }]) =>
    fixed && !same(values[field], existing.values[field]) ? [{ code: 'setup.fixed', field }] : []
  );
}

/** Above somebody's level, as it was or as it would be (C6.031). */
function locked(principal: Principal, { entity }: Place, { existing, values, parent }: Draft): Refusal[] {
  const both = existing ? [existing, { values }] : [{ values }];
  return both.every((record) => mayEdit(principal, entity, record, parent)) ? [] : [{ code: 'maintenance.prohibited' }];
}

async function checked(tx: Transaction, { entity, owner }: Place, drafts: readonly Draft[]): Promise<RowRefusal[]> {
  if (!entity.check) return [];
  const world = {
    tx,
    issuerId: owner.issuerId,
    companyId: owner.kind === 'company' ? owner.id : null
  };
  const refusals: RowRefusal[] = [];
  for (const draft of drafts) {
    const parent: ParentRecord | null = draft.parent;
    refusals.push(...rowed(draft, await entity.check(draft.values as never, { ...world, parent })));
  }
  return refusals;
}

/** The limit holds for active records, so that those in use, which can't be deleted, don't use it up. */
async function overMaximum(tx: Transaction, { entity, owner }: Place, drafts: readonly Draft[]): Promise<RowRefusal[]> {
  const { maximum } = entity;
  if (maximum === undefined) return [];
  const withinOf = ({ parent }: Draft) => parent?.id ?? owner.id;
  const totals = await tx.$queryRaw<{ withinId: string; active: number }[]>`
    INSERT INTO setup_totals AS t (issuer_id, within_id, entity, maximum)
    SELECT ${owner.issuerId}::uuid, within_id, ${entity.name}, ${maximum}::int
    FROM unnest(${[...new Set(drafts.map(withinOf))].sort()}::uuid[]) within_id
    ON CONFLICT (issuer_id, within_id, entity) DO UPDATE SET maximum = greatest(EXCLUDED.maximum, t.active)
    RETURNING within_id AS "withinId", active`;
  const room = new Map(totals.map(({ withinId, active }) => [withinId, maximum - active]));
  // What is made inactive makes room first.
  const taking = (draft: Draft) => Number(activeOf(draft)) - Number(draft.existing?.active ?? false);
  return [...drafts]
    .sort((a, b) => taking(a) - taking(b))
    .flatMap((draft) => {
      const left = (room.get(withinOf(draft)) as number) - taking(draft);
      room.set(withinOf(draft), left);
      return left < 0 && taking(draft) > 0 ? rowed(draft, [{ code: 'setup.maximum', params: { maximum } }]) : [];
    });
}

/** A record's columns and the rest of its fields. */
function stored({ entity }: Place, draft: Draft, titles: ReadonlyMap<string, string>) {
  const { id, parent, values } = draft;
  const active = activeOf(draft);
  const { code = null, name: _name, ...rest } = values;
  const data = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return { id, parent: parent?.id ?? null, code, name: titleOf(entity, values, titles), data, active };
}

type Stored = ReturnType<typeof stored>;

async function insert(tx: Transaction, { entity, owner }: Place, rows: readonly Stored[]): Promise<void> {
  if (rows.length === 0) return;
  const at = now();
  await tx.$executeRaw`
    INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, code, name, data, inactive_since, position, created_at, updated_at)
    SELECT ${owner.issuerId}::uuid, n.id, ${entity.name}, ${owner.id}::uuid, n.parent, n.code, n.name, n.data,
      CASE WHEN NOT n.active THEN ${at}::timestamptz END,
      coalesce(last.position, 0) + n.place, ${at}, ${at}
    FROM (SELECT *, row_number() OVER () AS place FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r (id uuid, parent uuid, code text, name text, data jsonb, active boolean)) n
    LEFT JOIN (SELECT within_id, max(position) AS position FROM setup_records
      WHERE issuer_id = ${owner.issuerId}::uuid AND entity = ${entity.name}
        AND within_id = ANY(${[...new Set(rows.map(({ parent }) => parent ?? owner.id))]}::uuid[])
      GROUP BY within_id) last ON last.within_id = coalesce(n.parent, ${owner.id}::uuid)`;
}

async function update(tx: Transaction, place: Place, rows: readonly Stored[]): Promise<void> {
  if (rows.length === 0) return;
  const at = now();
  await tx.$executeRaw`
    UPDATE setup_records r SET code = n.code, name = n.name, data = n.data, version = r.version + 1, updated_at = ${at},
      inactive_since = CASE WHEN NOT n.active THEN coalesce(r.inactive_since, ${at}::timestamptz) END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS n (id uuid, code text, name text, data jsonb, active boolean)
    WHERE r.issuer_id = ${place.owner.issuerId}::uuid AND r.id = n.id`;
}

async function brokenInvariants(
  tx: Transaction,
  { entity, owner }: Place,
  drafts: readonly Draft[]
): Promise<RowRefusal[]> {
  if (!entity.invariants) return [];
  const ids = drafts.map(({ id }) => id);
  const rows = new Map(drafts.map(({ id, row }) => [id, row]));
  const broken = await entity.invariants({ tx, issuerId: owner.issuerId, ownerId: owner.id, ids });
  return broken.map(({ id, ...refusal }) => ({ ...refusal, row: rows.get(id) ?? 0 }));
}
