import { database, type Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import type { Refusal } from '../../core/entry/refusal';
import { type CodeFault, type Codes, faultsOf } from '../allocation/check-codes';
import { defaultCodes } from '../allocation/default-codes';
import { type Coding, codingsOf } from '../allocation/schemes';
import { type Allocation, allocationsOf } from './allocations';
import { type CustomField, customFieldsOf } from './custom-fields';
import type { ReviewedTransaction } from './transactions';

/** Whether a transaction can be reviewed, and the default codes of an unallocated one. */
export interface Reviewable<Row extends ReviewedTransaction = ReviewedTransaction> {
  transaction: Row;
  coding: Coding;
  /** The default codes of an unallocated transaction; null for an allocated one. */
  defaults: Codes | null;
  /** The first of `refusals`; null if it can be reviewed. */
  refusal: Refusal | null;
  /** Everything that prevents the review; `field` is the field of the allocation's form. */
  refusals: readonly Refusal[];
}

/**
 * The faults that prevent the review of each of these transactions: codes must be valid, the scheme unchanged, custom
 * fields filled in (C4.005, CD.30).
 */
export async function reviewables<Row extends ReviewedTransaction>(
  tx: Transaction,
  rows: readonly Row[]
): Promise<Reviewable<Row>[]> {
  const codings = await codingsByCompany(tx, rows);
  const allocated = await allocationsOf(tx, rows);
  return judged(tx, rows, { codings, allocated, fields: await customFieldsOf(rows, tx) });
}

/** The same outside of a transaction, where they are read beside each other. */
export async function reviewablesAtOnce<Row extends ReviewedTransaction>(
  rows: readonly Row[]
): Promise<Reviewable<Row>[]> {
  const [codings, allocated, fields] = await Promise.all([
    codingsByCompany(database(), rows),
    allocationsOf(database(), rows),
    customFieldsOf(rows)
  ]);
  return judged(database(), rows, { codings, allocated, fields });
}

/** What transactions are judged by, by their company and place, their id, and their company. */
interface Judging {
  codings: ReadonlyMap<string, Coding>;
  allocated: ReadonlyMap<string, readonly Allocation[]>;
  fields: ReadonlyMap<string, readonly CustomField[]>;
}

async function judged<Row extends ReviewedTransaction>(
  tx: Transaction,
  rows: readonly Row[],
  { codings, allocated, fields }: Judging
): Promise<Reviewable<Row>[]> {
  const found: Reviewable<Row>[] = [];
  for (const issuerId of new Set(rows.map((row) => row.issuerId))) {
    const own = rows.filter((row) => row.issuerId === issuerId);
    const codingOf = (row: Row) => codings.get(`${row.companyId}/${row.accountPath}`) as Coding;
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
    const faultsByRow = groupBy(
      parts.map(({ row }, index) => ({ row, faults: faults[index] as CodeFault[] })),
      ({ row }) => row
    );
    for (const transaction of own) {
      const coding = codingOf(transaction);
      const ownFaults = (faultsByRow.get(transaction) ?? []).map((one) => one.faults);
      const missing = (fields.get(transaction.companyId) ?? []).filter(
        ({ id, mandatory }) => mandatory && !transaction.customValues[id]
      );
      const refusals = refusalsOf(transaction, coding, ownFaults, missing);
      found.push({
        transaction,
        coding,
        defaults: defaults.get(transaction.id) ?? null,
        refusal: refusals[0] ?? null,
        refusals
      });
    }
  }
  return found;
}

/** Everything that prevents the review of a transaction; empty if it can be reviewed. */
export const reviewRefusals = async (row: ReviewedTransaction): Promise<readonly Refusal[]> =>
  (await reviewablesAtOnce([row]))[0]?.refusals ?? [];

function refusalsOf(
  { schemeId, schemeVersion }: ReviewedTransaction,
  { scheme }: Coding,
  faults: readonly CodeFault[][],
  missing: readonly CustomField[]
): Refusal[] {
  if (schemeId && (schemeId !== scheme?.id || schemeVersion !== scheme.version))
    return [{ code: 'transaction.scheme.changed' }];
  return [
    ...faults.flatMap((ofPart, index) =>
      ofPart.map(({ codeId, params }): Refusal => {
        const code = String(params.field ?? '');
        return { code: 'transaction.codes.invalid', params: { code }, field: `splits.${index}.codes.${codeId}` };
      })
    ),
    ...missing.map(
      ({ id, label }): Refusal => ({
        code: 'required.field',
        params: { field: label },
        field: `customValues.${id}`
      })
    )
  ];
}

/** The scheme of each of these, by company and path: `<company>/<path>`. */
export async function codingsByCompany(
  tx: Transaction,
  rows: readonly Pick<ReviewedTransaction, 'issuerId' | 'companyId' | 'accountPath'>[]
): Promise<Map<string, Coding>> {
  const found = new Map<string, Coding>();
  for (const companyId of new Set(rows.map((row) => row.companyId))) {
    const own = rows.filter((row) => row.companyId === companyId);
    const { issuerId } = own[0] as ReviewedTransaction;
    const codings = await codingsOf(tx, { issuerId, companyId }, [...new Set(own.map((row) => row.accountPath))]);
    for (const [path, coding] of codings) found.set(`${companyId}/${path}`, coding);
  }
  return found;
}
