import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { calendarDay } from '../../core/entry/date-entry';
import type { TextKey } from '../../core/language/text-key';
import { rowsOf } from '../../kit/setup/records-of';
import customField from './entities/custom-field';
import customList from './entities/custom-list';

/** The custom data fields of companies as a table of SQL statements; those of transactions extend `transaction`. */
export const CUSTOM_FIELDS = rowsOf(customField);

const customFieldRow = z.strictObject({
  companyId: z.string(),
  id: z.string(),
  label: z.string(),
  type: z.enum(['text', 'number', 'date', 'list', 'boolean']),
  /** The maximum length. */
  length: z.number().nullable(),
  decimals: z.number().nullable(),
  /** The choices. */
  values: z.array(z.string()).readonly(),
  mandatory: z.boolean()
});

/** A field that a company adds to its transactions (CD.44). */
export type CustomField = z.infer<typeof customFieldRow>;

const SELECTED = Prisma.sql`
  SELECT f.owner_id AS "companyId", f.id, f.label, f.type, f.length, f.decimals,
    coalesce(l."values", '[]'::jsonb) AS values, f.mandatory
  FROM ${CUSTOM_FIELDS} f
  LEFT JOIN ${rowsOf(customList)} l ON (l.issuer_id, l.id) = (f.issuer_id, f.list)`;

/** The custom data fields of the transactions of companies, each company's in their order. */
export async function customFieldsOf(
  companies: readonly { issuerId: string; companyId: string }[],
  tx: Transaction = database()
): Promise<Map<string, CustomField[]>> {
  // Those of many transactions are few.
  const issuers = [...new Set(companies.map(({ issuerId }) => issuerId))];
  const owners = [...new Set(companies.map(({ companyId }) => companyId))];
  const rows = await readRows(tx, customFieldRow)`
    ${SELECTED}
    WHERE f.issuer_id = ANY(${issuers}::uuid[]) AND f.owner_id = ANY(${owners}::uuid[])
      AND f.active AND f.extends = 'transaction'
    ORDER BY f.owner_id, f.position, f.id`;
  return groupBy(rows, ({ companyId }) => companyId);
}

/** Those of an issuer's custom data fields with these ids that are active, in their order. */
export const customFieldsAmong = (tx: Transaction, issuerId: string, ids: readonly string[]): Promise<CustomField[]> =>
  readRows(tx, customFieldRow)`
    ${SELECTED}
    WHERE f.issuer_id = ${issuerId}::uuid AND f.id = ANY(${[...ids]}::uuid[]) AND f.active ORDER BY f.position, f.id`;

const DAY = calendarDay();

/** The fault of a value, as a message key and its parameters; null if it is valid or empty. */
export function customFault(
  field: CustomField,
  value: string
): [code: TextKey, params?: Record<string, number>] | null {
  if (value === '') return null;
  if (field.length !== null && value.length > field.length) return ['too.long', { maximum: field.length }];
  switch (field.type) {
    case 'number': {
      const number = /^-?\d+(?:\.(\d+))?$/.exec(value);
      if (!number) return ['number.invalid'];
      const scale = field.decimals ?? 0;
      return (number[1] ?? '').length > scale ? ['number.too.many.decimals', { scale }] : null;
    }
    case 'date':
      return DAY.safeParse(value).success ? null : ['date.invalid'];
    case 'list':
      return field.values.includes(value) ? null : ['invalid.entry'];
    case 'boolean':
      return value === 'true' || value === 'false' ? null : ['invalid.entry'];
    default:
      return null;
  }
}
