import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { schemesNamed } from '../allocation/schemes';
import { type Allocation, allocationsOf } from './allocations';
import type { TransactionKey } from './transactions';

const factsRow = z.strictObject({
  id: z.string(),
  amount: z.string(),
  currency: z.string(),
  schemeId: z.string().nullable()
});

/** A part of a charge's cost: its amount, and its accounting codes by their names. */
export interface CodedPart extends Pick<Allocation, 'amount'> {
  codes: { name: string; value: string }[];
}

/** A charge in the currency in which it was paid, and how its cost is allocated. Exact decimals as text. */
export interface ChargeFacts {
  amount: string;
  currency: string;
  parts: CodedPart[];
}

/** The facts of charges of one issuer that the caller has read within the reader's scope, by their id. */
export async function chargeFacts(
  issuerId: string,
  keys: readonly TransactionKey[]
): Promise<Map<string, ChargeFacts>> {
  if (keys.length === 0) return new Map();
  const wanted = keys.map(({ postingDate, id }) => ({ postingDate, id }));
  const [rows, allocated] = await Promise.all([
    readRows(database(), factsRow)`
      SELECT t.id, trim_scale(t.amount)::text AS amount, t.currency, t.scheme_id AS "schemeId"
      FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w ("postingDate" date, id uuid)
      JOIN transactions t ON (t.issuer_id, t.posting_date, t.id) = (${issuerId}::uuid, w."postingDate", w.id)`,
    allocationsOf(database(), keys)
  ]);
  const schemes = await schemesNamed(database(), issuerId, [
    ...new Set(rows.flatMap(({ schemeId }) => schemeId ?? []))
  ]);
  return new Map(
    rows.map(({ id, amount, currency, schemeId }) => {
      const asked = schemes.get(schemeId ?? '')?.codes ?? [];
      const parts = (allocated.get(id) ?? []).map(({ amount: part, codes }) => ({
        amount: part,
        codes: asked.flatMap(({ id: code, name }) => (codes[code] ? [{ name, value: codes[code] }] : []))
      }));
      return [id, { amount, currency, parts }];
    })
  );
}
