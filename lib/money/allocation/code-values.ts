import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { escaped } from '../../kit/listing/listing';
import { rowsOf } from '../../kit/setup/records-of';
import codeValue from './entities/accounting-code-value';
import subsetValue from './entities/subset-value';
import type { AccountingCode, Coding } from './schemes';
import { valueKey } from './value-key';

const codeValueRow = z.strictObject({
  id: z.string(),
  codeId: z.string(),
  code: z.string(),
  name: z.string(),
  activeFrom: z.string().nullable(),
  activeTo: z.string().nullable(),
  /** The values of the parent code for which this value is offered; empty means all of them. */
  parentIds: z.array(z.string()).readonly()
});

/** A value of an accounting code that is a list (CD.42). Days are written `2026-02-28`. */
export type CodeValue = z.infer<typeof codeValueRow>;

const COLUMNS = Prisma.sql`v.id, v.parent_id AS "codeId", v.code, v.name, v.active_from::text AS "activeFrom",
  v.active_to::text AS "activeTo", coalesce(v.parent_values, '[]'::jsonb) AS "parentIds"`;

/** The active values of these codes that match the entered texts, by `valueKey`. */
export async function valuesNamed(
  tx: Transaction,
  issuerId: string,
  typed: readonly { codeId: string; code: string }[]
): Promise<ReadonlyMap<string, CodeValue>> {
  if (typed.length === 0) return new Map();
  const wanted = new Map(typed.map(({ codeId, code }) => [valueKey(codeId, code), { codeId, code }]));
  const rows = await readRows(tx, codeValueRow)`
    SELECT ${COLUMNS}
    FROM jsonb_to_recordset(${JSON.stringify([...wanted.values()])}::jsonb) AS w ("codeId" uuid, code text)
    JOIN ${rowsOf(codeValue)} v ON v.issuer_id = ${issuerId}::uuid AND v.within_id = w."codeId"
      AND lower(coalesce(v.code, '')) = lower(w.code) AND v.active`;
  return new Map(rows.map((row) => [valueKey(row.codeId, row.code), row]));
}

const subsetRow = z.strictObject({ codeId: z.string(), valueIds: z.array(z.string()) });

/** The part of `valueIds` that a subset offers, by the codes that it names. */
export async function subsetOf(
  tx: Transaction,
  issuerId: string,
  subsetId: string,
  valueIds: readonly string[]
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await readRows(tx, subsetRow)`
    SELECT r.accounting_code AS "codeId",
      coalesce(array_agg(r.value) FILTER (WHERE r.value = ANY(${[...valueIds]}::uuid[])), '{}') AS "valueIds"
    FROM ${rowsOf(subsetValue)} r
    WHERE r.issuer_id = ${issuerId}::uuid AND r.parent_id = ${subsetId}::uuid AND r.active
    GROUP BY 1`;
  return new Map(rows.map(({ codeId, valueIds: ids }) => [codeId, new Set(ids)]));
}

/** The number of values offered at once; further typing narrows them. */
export const OFFERED = 50;

/**
 * The values of a code that can be chosen on that day, at most `OFFERED`: the code begins with the search text or the
 * description contains it, and the subset and the parent code's chosen value offer it.
 */
export async function offeredValues(
  tx: Transaction,
  issuerId: string,
  {
    code,
    coding,
    day,
    text,
    parentId
  }: { code: AccountingCode; coding: Coding; day: string; text: string; parentId: string | null }
): Promise<CodeValue[]> {
  const like = escaped(text.trim());
  const restricted = coding.subsetId
    ? Prisma.sql`AND (NOT EXISTS (SELECT 1 FROM ${rowsOf(subsetValue)} r WHERE r.issuer_id = v.issuer_id
          AND r.parent_id = ${coding.subsetId}::uuid AND r.active AND r.accounting_code = ${code.id}::uuid)
        OR EXISTS (SELECT 1 FROM ${rowsOf(subsetValue)} r WHERE r.issuer_id = v.issuer_id
          AND r.parent_id = ${coding.subsetId}::uuid AND r.active AND r.value = v.id))`
    : Prisma.empty;
  const dependent = code.dependsOn
    ? Prisma.sql`AND (coalesce(v.parent_values, '[]'::jsonb) = '[]'::jsonb OR v.parent_values ? ${parentId ?? ''})`
    : Prisma.empty;
  return readRows(tx, codeValueRow)`
    SELECT ${COLUMNS} FROM ${rowsOf(codeValue)} v
    WHERE v.issuer_id = ${issuerId}::uuid AND v.within_id = ${code.id}::uuid AND v.active
      AND (v.code ILIKE ${`${like}%`} OR v.name ILIKE ${`%${like}%`})
      AND coalesce(v.active_from, '-infinity') <= ${day}::date AND coalesce(v.active_to, 'infinity') >= ${day}::date
      ${dependent} ${restricted}
    ORDER BY lower(coalesce(v.code, '')), v.id LIMIT ${OFFERED}`;
}

/** Does the same, but takes the parent code's value as entered text. */
export async function offeredForCode(
  tx: Transaction,
  issuerId: string,
  { parent, ...asked }: { code: AccountingCode; coding: Coding; day: string; text: string; parent: string }
): Promise<CodeValue[]> {
  const { dependsOn } = asked.code;
  const parents = dependsOn ? await valuesNamed(tx, issuerId, [{ codeId: dependsOn, code: parent }]) : null;
  const parentId = parents?.get(valueKey(dependsOn as string, parent))?.id ?? null;
  return offeredValues(tx, issuerId, { ...asked, parentId });
}
