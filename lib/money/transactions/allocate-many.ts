import { z } from 'zod';
import { ROLES } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { database, type Transaction } from '../../core/database/database';
import { plainText } from '../../core/entry/plain-text';
import type { Refusal } from '../../core/entry/refusal';
import { todayAt } from '../../directory/structure/reads/today';
import { type Codes, faultsOf, writtenCodes } from '../allocation/check-codes';
import { defaultCodes } from '../allocation/default-codes';
import { ownScheme } from '../allocation/own-schemes';
import type { AccountingCode, Coding } from '../allocation/schemes';
import { splitChanges } from '../allocation/split-changes';
import { findSplitProfile, type ProfileLine } from '../allocation/split-profiles';
import { splitByPercent } from '../allocation/splits';
import { type Allocation, allocationsOf, writeAllocations } from './allocations';
import type { Outcome } from './change-state';
import { keptPart, wholeOf } from './parts';
import { recordEvents } from './record-events';
import { codingsByCompany } from './review-faults';
import { editRefusal } from './states';
import { type CardTransaction, heldTransactions } from './transactions';

/** An allocation of many transactions at once (C2.015): only the filled-in fields are set. */
export const massAllocationSchema = z
  .object({
    schemeId: z.uuid(),
    /** Divides each transaction by this profile; without one, splits stay. */
    profileId: z.uuid().nullable().default(null),
    /** Set in every split. */
    codes: z
      .record(z.uuid(), plainText({ min: 0, max: 255 }))
      .default({})
      .transform((codes) => Object.fromEntries(Object.entries(codes).filter(([, code]) => code !== '')))
  })
  .refine(({ profileId, codes }) => profileId !== null || Object.keys(codes).length > 0, 'allocation.mass.nothing');
export type MassAllocation = z.output<typeof massAllocationSchema>;

type Part = Omit<Allocation, 'transactionId' | 'position'>;

/** Faults that depend on the single transaction. */
const OF_EACH: readonly string[] = ['required.field', 'allocation.code.not.for', 'allocation.code.not.active'];

/** The refusal that applies before any transaction is read, by its field; null if there is none. */
export async function massRefusal(
  principal: Principal,
  { schemeId, profileId, codes }: MassAllocation
): Promise<Refusal | null> {
  const scheme = await ownScheme(principal, schemeId);
  if (!scheme) return { code: 'not.found' };
  if (profileId && (await findSplitProfile(principal, profileId))?.schemeId !== schemeId)
    return { code: 'split.profile.not.for', field: 'profileId' };
  const closed = closedTo(principal, scheme.asks.codes).find(({ id }) => codes[id]);
  if (closed)
    return { code: 'allocation.code.not.editable', field: `codes.${closed.id}`, params: { field: closed.name } };
  const coding = { scheme: scheme.asks, subsetId: null };
  const day = await todayAt(scheme.issuerId);
  const [faults = []] = await faultsOf(database(), scheme.issuerId, [{ coding, day, codes }]);
  // The transaction may already have the missing code, and its day may be one on which the value was offered.
  const fault = faults.find(({ code }) => !OF_EACH.includes(code));
  return fault ? { code: fault.code, field: `codes.${fault.codeId}`, params: fault.params } : null;
}

/**
 * Sets accounting codes of many transactions, or divides them by a profile, each independently. Empty fields stay as
 * they are.
 */
export async function allocateMany(
  tx: Transaction,
  principal: Principal,
  ids: readonly string[],
  asked: MassAllocation,
  origin: Origin
): Promise<Outcome> {
  const all = (refusal: Refusal): Outcome => ({ done: [], refused: ids.map((id) => ({ id, refusal })) });
  if (!may(principal, 'transactions', 'modify')) return all({ code: 'forbidden.action' });
  const profile = asked.profileId ? await findSplitProfile(principal, asked.profileId, tx) : null;
  if (asked.profileId && profile?.schemeId !== asked.schemeId) return all({ code: 'split.profile.not.for' });
  const held = await heldTransactions(tx, principal, ids);
  const refusals = new Map<string, Refusal>(ids.map((id) => [id, { code: 'not.found' }]));
  const codings = await codingsByCompany(tx, held);
  const codingOf = (row: CardTransaction) => codings.get(`${row.companyId}/${row.accountPath}`) as Coding;
  for (const row of held) {
    const isOther = codingOf(row).scheme?.id !== asked.schemeId;
    const locked = editRefusal(row.state);
    if (locked) refusals.set(row.id, { code: locked });
    else if (isOther) refusals.set(row.id, { code: 'allocation.mass.other.scheme' });
    else refusals.delete(row.id);
    const closed = closedTo(principal, codingOf(row).scheme?.codes ?? []).find(({ id }) => asked.codes[id]);
    if (closed && !refusals.has(row.id))
      refusals.set(row.id, { code: 'allocation.code.not.editable', params: { field: closed.name } });
  }
  const fitting = held.filter(({ id }) => !refusals.has(id));
  const before = await allocationsOf(tx, fitting);
  // A user who may change transactions sees those of one issuer only.
  const { issuerId } = principal;
  const defaults = await defaultCodes(
    tx,
    issuerId,
    fitting.map((row) => ({ ...row, schemeId: asked.schemeId }))
  );
  const rows = fitting.map((row, index) => {
    const coding = codingOf(row);
    const closed = closedTo(principal, coding.scheme?.codes ?? []);
    const kept = before.get(row.id) ?? [{ ...wholePart(row), codes: defaults[index] as Codes }];
    const parts = profile ? dividedBy(row, profile.lines, kept, closed) : kept;
    return { ...row, coding, parts: parts.map((part) => ({ ...part, codes: merged(coding, part.codes, asked) })) };
  });
  for (const [index, refusal] of (await partsRefusals(tx, issuerId, rows)).entries())
    if (refusal) refusals.set((rows[index] as CardTransaction).id, refusal);
  const written = rows.filter(({ id }) => !refusals.has(id));
  await writeCodes(tx, issuerId, written);
  await writeAllocations(tx, written);
  await touch(tx, written);
  await recordEvents(tx, principal, origin, {
    event: 'allocated',
    rows: written,
    details: ({ id, parts }) => splitChanges('allocation', before.get(id) ?? [], parts)
  });
  return { done: written.map(({ id }) => id), refused: [...refusals].map(([id, refusal]) => ({ id, refusal })) };
}

/** The codes reserved for higher roles. */
const closedTo = ({ role }: Principal, codes: readonly AccountingCode[]) =>
  codes.filter(({ editableBy }) => ROLES.indexOf(role) < ROLES.indexOf(editableBy));

const wholePart = ({ billedAmount, taxAmount }: CardTransaction): Omit<Part, 'codes'> => ({
  amount: billedAmount,
  taxAmount,
  percent: null,
  description: null
});

/**
 * The parts that a profile makes of a transaction. Reserved codes keep the value of the same part, else of the first.
 */
function dividedBy(
  row: CardTransaction,
  lines: readonly ProfileLine[],
  kept: readonly Part[],
  closed: readonly AccountingCode[]
): Part[] {
  const parts = splitByPercent(
    wholeOf(row),
    lines.map(({ percent }) => percent)
  );
  // The database guarantees that a profile's percentages total 100.
  if (!parts.ok) throw new Error(parts.refusal.code);
  return lines.map(({ description, codes }, index) => {
    const old = (kept[index] ?? kept[0])?.codes ?? {};
    const stays = Object.fromEntries(closed.map(({ id }) => [id, old[id] ?? '']));
    return {
      ...keptPart(parts.value[index] as Parameters<typeof keptPart>[0]),
      description,
      codes: { ...codes, ...stays }
    };
  });
}

/** A split's codes with the new ones; codes that the scheme no longer has are dropped. */
function merged({ scheme }: Coding, old: Codes, { codes }: MassAllocation): Codes {
  const asked = (scheme?.codes ?? []).map(({ id }) => id);
  return Object.fromEntries(
    Object.entries({ ...old, ...codes }).filter(([id, code]) => asked.includes(id) && code !== '')
  );
}

/** The refusals of wrong codes, in order; missing codes are reported at the review. */
async function partsRefusals(
  tx: Transaction,
  issuerId: string,
  rows: readonly (CardTransaction & { coding: Coding; parts: readonly Part[] })[]
): Promise<(Refusal | null)[]> {
  const parts = rows.flatMap(({ coding, transactionDate, parts }) =>
    parts.map(({ codes }) => ({ coding, day: transactionDate, codes }))
  );
  const faults = await faultsOf(tx, issuerId, parts);
  const left = [...faults];
  return rows.map((row) => {
    const fault = left
      .splice(0, row.parts.length)
      .flat()
      .find(({ code }) => code !== 'required.field');
    return fault ? { code: fault.code, params: fault.params } : null;
  });
}

/** Normalizes codes to the case in which their values are stored. */
async function writeCodes(
  tx: Transaction,
  issuerId: string,
  rows: readonly { coding: Coding; parts: Part[] }[]
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const codes = await writtenCodes(
    tx,
    issuerId,
    first.coding,
    rows.flatMap(({ parts }) => parts.map((part) => part.codes))
  );
  let place = 0;
  for (const row of rows) for (const part of row.parts) part.codes = codes[place++] ?? {};
}

/** Gives each transaction a new version and stores the scheme of its allocation. */
async function touch(tx: Transaction, rows: readonly (CardTransaction & { coding: Coding })[]): Promise<void> {
  const keys = rows.map(({ issuerId, postingDate, id, coding: { scheme } }) => ({
    issuerId,
    postingDate,
    id,
    scheme: scheme?.id,
    version: scheme?.version
  }));
  await tx.$executeRaw`
    UPDATE transactions t SET scheme_id = w.scheme, scheme_version = w.version, version = t.version + 1
    FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS w ("issuerId" uuid, "postingDate" date, id uuid, scheme uuid, version text)
    WHERE (t.issuer_id, t.posting_date, t.id) = (w."issuerId", w."postingDate", w.id)`;
}
