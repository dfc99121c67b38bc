import { database, type Transaction } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';
import { type CodeFault, type Codes, faultsOf } from '../allocation/check-codes';
import { defaultCodes } from '../allocation/default-codes';
import { type Coding, codingsOf } from '../allocation/schemes';
import { allocationsOf } from './allocations';
import { customFieldsOf } from './custom-fields';
import type { CardTransaction } from './transactions';

/** Whether a transaction can be reviewed, and the default codes of an unallocated one. */
export interface Reviewable {
  transaction: CardTransaction;
  coding: Coding;
  /** The default codes of an unallocated transaction; null for an allocated one. */
  defaults: Codes | null;
  refusal: Refusal | null;
}

/**
 * The faults that prevent the review of each of these transactions: codes must be valid, the scheme unchanged, custom
 * fields filled in (C4.005, CD.30).
 */
export async function reviewables(tx: Transaction, rows: readonly CardTransaction[]): Promise<Reviewable[]> {
  const codings = await codingsByCompany(tx, rows);
  const allocated = await allocationsOf(tx, rows);
  const fields = await customFieldsOf(rows, tx);
  const found: Reviewable[] = [];
  for (const issuerId of new Set(rows.map((row) => row.issuerId))) {
    const own = rows.filter((row) => row.issuerId === issuerId);
    const codingOf = (row: CardTransaction) => codings.get(`${row.companyId}/${row.accountPath}`) as Coding;
    const unallocated = own.filter((row) => !allocated.has(row.id) && codingOf(row).scheme);
    const byDefault = await defaultCodes(
      tx,
      issuerId,
      unallocated.map((row) => ({ ...row, schemeId: codingOf(row).scheme?.id as string }))
    );
    const defaults = new Map(unallocated.map((row, index) => [row.id, byDefault[index] as Codes]));
    const parts = own.flatMap((row) =>
      (allocated.get(row.id)?.map(({ codes }) => codes) ?? [defaults.get(row.id) ?? {}]).map((codes) => ({
        row,
        codes
      }))
    );
    const faults = await faultsOf(
      tx,
      issuerId,
      parts.map(({ row, codes }) => ({ coding: codingOf(row), day: row.transactionDate, codes }))
    );
    for (const transaction of own) {
      const coding = codingOf(transaction);
      const wrong = parts.flatMap(({ row }, index) => (row === transaction ? (faults[index] as CodeFault[]) : []));
      const missing = fields
        .get(transaction.companyId)
        ?.find(({ id, mandatory }) => mandatory && !transaction.customValues[id]);
      found.push({
        transaction,
        coding,
        defaults: defaults.get(transaction.id) ?? null,
        refusal: refusalOf(transaction, coding, wrong, missing?.label)
      });
    }
  }
  return found;
}

/** The reason that a transaction can't be reviewed; null if it can. */
export const reviewRefusal = async (row: CardTransaction): Promise<Refusal | null> =>
  (await reviewables(database(), [row]))[0]?.refusal ?? null;

function refusalOf(
  { schemeId, schemeVersion }: CardTransaction,
  { scheme }: Coding,
  [fault]: readonly CodeFault[],
  missing: string | undefined
): Refusal | null {
  if (schemeId && (schemeId !== scheme?.id || schemeVersion !== scheme.version))
    return { code: 'transaction.scheme.changed' };
  if (fault) return { code: 'transaction.codes.invalid', params: { code: String(fault.params.field ?? '') } };
  return missing === undefined ? null : { code: 'required.field', params: { field: missing } };
}

/** The scheme of each of these, by company and path: `<company>/<path>`. */
export async function codingsByCompany(
  tx: Transaction,
  rows: readonly CardTransaction[]
): Promise<Map<string, Coding>> {
  const found = new Map<string, Coding>();
  for (const companyId of new Set(rows.map((row) => row.companyId))) {
    const own = rows.filter((row) => row.companyId === companyId);
    const { issuerId } = own[0] as CardTransaction;
    const codings = await codingsOf(tx, { issuerId, companyId }, [...new Set(own.map((row) => row.accountPath))]);
    for (const [path, coding] of codings) found.set(`${companyId}/${path}`, coding);
  }
  return found;
}
