import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import type { Params } from '../../core/language/texts';
import type { NamedRow } from '../listing/named-rows';
import type { RowAction, SetAction } from './bulk-action';

/** The number of rows that an action changed and refused. */
export interface Tally {
  done: number;
  refused: number;
}

/** A remark about one row: its refusal, or a different outcome. */
export interface Remark extends NamedRow {
  /** The position of the row among all processed rows, from 1. */
  at: number;
  code: TextKey;
  params?: Params;
}

/** The outcome of some rows. */
interface Come {
  tally: Tally;
  remarks: Remark[];
}

export const NOTHING_DONE: Tally = { done: 0, refused: 0 };

const met = ({ done, refused }: Tally) => done + refused;

const remark = (at: number, { issuerId, id, name }: NamedRow, { code, message, params }: Refusal): Remark => ({
  at,
  issuerId,
  id,
  name,
  code: message ?? code,
  ...(params && { params })
});

/** Processes the next row in its own transaction, so that a refusal stops no other row. */
export async function doOne(
  tally: Tally,
  principal: Principal,
  { run }: RowAction,
  row: NamedRow,
  origin: Origin
): Promise<Come> {
  const result = await run(principal, row, origin);
  const at = met(tally) + 1;
  if (!result.ok)
    return { tally: { ...tally, refused: tally.refused + 1 }, remarks: [remark(at, row, result.refusal)] };
  const remarks = result.value === null ? [] : [remark(at, row, { code: result.value })];
  return { tally: { ...tally, done: tally.done + 1 }, remarks };
}

/** Processes the next rows together in the caller's transaction. */
export async function doAll(
  tx: Transaction,
  tally: Tally,
  principal: Principal,
  { runAll }: SetAction,
  rows: readonly NamedRow[],
  origin: Origin,
  parameters: unknown
): Promise<Come> {
  const ids = rows.map(({ id }) => id);
  const refusals = new Map(
    (await runAll(tx, principal, ids, origin, parameters)).map(({ id, refusal }) => [id, refusal])
  );
  const remarks = rows.flatMap((row, index) => {
    const refusal = refusals.get(row.id);
    return refusal ? [remark(met(tally) + index + 1, row, refusal)] : [];
  });
  const { done, refused } = tally;
  return { tally: { done: done + rows.length - remarks.length, refused: refused + remarks.length }, remarks };
}
