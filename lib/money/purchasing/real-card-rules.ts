import { z } from 'zod';
import { settingValue } from '../../access/settings/setting-value';
import { readRows } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import { accountListsOf, typeOfNumber } from '../../directory/structure/account-lists';
import { beginsWithOne } from '../../directory/structure/card-bins';
import { todayAt } from '../../directory/structure/reads/today';
import type { RecordTables, World, Written } from '../../kit/setup/entity';
import { aliasFault } from './card-alias';
import { isOver } from './card-expiry';

export { cardNumberSchema } from '../../directory/structure/card-number';

/** The faults of a real card's alias and number, which are held against each other whichever of them is new. */
export async function cardFaults(
  { name, number }: { name: string; number: string },
  { tx, issuerId, secret }: World
): Promise<Refusal[]> {
  const digits = number ? await secret('number') : null;
  if (!digits) return [];
  const fault = aliasFault(name, digits);
  const isForeign = !beginsWithOne(digits, await settingValue(tx, { issuerId, companyId: null }, 'card.bins'));
  return [
    ...(fault ? [{ code: fault, field: 'name' }] : []),
    ...(isForeign ? [{ code: 'card.number.bin' as const, field: 'number' }] : [])
  ];
}

/** The card type of a real card; null where no type of its issuer has its BIN. */
export async function typeOfCard({
  tx,
  issuerId,
  secret
}: Pick<World, 'tx' | 'issuerId' | 'secret'>): Promise<string | null> {
  const digits = await secret('number');
  return digits ? typeOfNumber((await accountListsOf(issuerId, tx)).cardTypes, digits) : null;
}

const expiryRow = z.strictObject({ id: z.string(), expiry: z.string() });

/** The active cards whose month is over: none is one, also not by activation. */
export async function expiredAmong(
  { tx, issuerId, ids }: Written,
  { rowsOf }: RecordTables
): Promise<(Refusal & { id: string })[]> {
  const today = await todayAt(issuerId, tx);
  const rows = await readRows(tx, expiryRow)`
    SELECT r.id, r.expiry FROM ${rowsOf('real-card')} r
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ANY(${[...ids]}::uuid[]) AND r.active`;
  return rows
    .filter(({ expiry }) => isOver(expiry, today))
    .map(({ id }) => ({ id, code: 'real.card.expired', field: 'expiry' }));
}
