import type { Principal } from '@/lib/access/policy/principal';
import { translator } from '@/lib/core/language/texts';
import { changeRecord } from '@/lib/kit/setup/change-record';
import { createRecord } from '@/lib/kit/setup/create-record';
import { deleteRecord } from '@/lib/kit/setup/delete-record';
import { entityNamed } from '@/lib/kit/setup/entities';
import type { Values } from '@/lib/kit/setup/field';
import type { RecordListAddress } from '@/lib/kit/setup/record-list';
import { recordSeen, type SetUpRecord } from '@/lib/kit/setup/records';
import type { Outcome } from '@/lib/kit/setup/settle';
import { ORIGIN } from './module-world';
import type { StructureNode } from './structure';

/** The reader of a file of records, in American English. */
export const READER = { t: translator('en_US'), locale: 'en_US' } as const;

/** An accounting code whose values are chosen from a list. */
export const LIST = { type: 'list', display: 'autocomplete', editableBy: 'A' };

/** Where an issuer or a company keeps its records, or the parts of one of them. */
export const recordsOf = ({ issuerId, id }: StructureNode, parentId?: string): RecordListAddress => ({
  issuerId,
  ...(id !== issuerId && { companyId: id }),
  ...(parentId && { parentId })
});

/** The refusals as `field code`; none on success. */
export const refusalsOf = (outcome: Outcome<unknown>): string[] =>
  outcome.ok ? [] : outcome.refusals.map(({ field, code }) => (field ? `${field} ${code}` : code));

/** What a command over records returns, which must succeed. */
export function done<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusals)}`);
  return outcome.value;
}

/** Tries to create a record; returns the refusals. */
export const tryRecord = async (by: Principal, name: string, at: RecordListAddress, typed: Values): Promise<string[]> =>
  refusalsOf(await createRecord(by, entityNamed(name), at, typed, ORIGIN));

/** A record that must come to be: its id. */
export async function aRecord(by: Principal, name: string, at: RecordListAddress, typed: Values): Promise<string> {
  const outcome = await createRecord(by, entityNamed(name), at, typed, ORIGIN);
  if (!outcome.ok) throw new Error(`${name} refused: ${JSON.stringify(outcome.refusals)}`);
  return outcome.value;
}

/** A record as it is now. */
export async function recordNow(by: Principal, name: string, issuerId: string, id: string): Promise<SetUpRecord> {
  const record = await recordSeen(by, entityNamed(name), { issuerId, id });
  if (!record) throw new Error(`there is no ${name} ${id}`);
  return record;
}

/** Tries to change a record's current version; returns the refusals. */
export async function tryChange(
  by: Principal,
  name: string,
  issuerId: string,
  id: string,
  typed: Values
): Promise<string[]> {
  const { version } = await recordNow(by, name, issuerId, id);
  return refusalsOf(await changeRecord(by, entityNamed(name), { issuerId, id, version }, typed, ORIGIN));
}

/** Tries to delete a record's current version; returns the outcome. */
export async function tryDelete(by: Principal, name: string, issuerId: string, id: string): Promise<string> {
  const { version } = await recordNow(by, name, issuerId, id);
  const outcome = await deleteRecord(by, entityNamed(name), { issuerId, id, version }, ORIGIN);
  return outcome.ok ? outcome.value : refusalsOf(outcome).join();
}
