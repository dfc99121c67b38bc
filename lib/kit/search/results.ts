import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { Candidate } from './at-places';
import { familiesOf } from './candidates';
import { type SearchResult, searchResultRow } from './search-result';
import type { SearchKinds } from './searchable';

const NO_CHARGE = Prisma.sql`NULL::text AS day, NULL::text AS amount, NULL::text AS currency`;

/** Reads the displayed data of records, in their order, without those that the principal does not see. */
export async function readResults(
  tx: Transaction,
  searchable: SearchKinds,
  principal: Principal,
  records: readonly Pick<Candidate, 'kind' | 'issuerId' | 'id'>[]
): Promise<SearchResult[]> {
  if (records.length === 0) return [];
  const kinds = new Set(records.map(({ kind }) => kind));
  const queries = familiesOf(searchable, [...kinds]).map(({ family, kinds: some }) => {
    const { table, kind, condition, result } = family;
    const ofFamily = records.filter((record) => some.includes(record.kind));
    return Prisma.sql`
      SELECT ${kind} AS kind, r.issuer_id AS "issuerId", r.id, ${result.columns}, ${result.charge ?? NO_CHARGE}
      FROM unnest(${ofFamily.map((record) => record.kind)}::text[], ${ofFamily.map(({ issuerId }) => issuerId)}::uuid[],
        ${ofFamily.map(({ id }) => id)}::uuid[]) AS wanted (kind, issuer_id, id)
      JOIN ${table} ON (r.issuer_id, r.id) = (wanted.issuer_id, wanted.id) ${result.joins}
      WHERE ${condition(principal)}`;
  });
  const rows = await readRows(tx, searchResultRow)(Prisma.join(queries, ' UNION ALL '));
  const keyOf = ({ kind, issuerId, id }: Pick<Candidate, 'kind' | 'issuerId' | 'id'>) => `${kind}/${issuerId}/${id}`;
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return records.flatMap((record) => {
    const row = byKey.get(keyOf(record));
    return row ? (searchable.get(row.kind)?.family.readResult?.(row) ?? row) : [];
  });
}
