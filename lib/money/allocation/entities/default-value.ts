import { z } from 'zod';
import { settingValue } from '../../../access/settings/setting-value';
import { Prisma } from '../../../core/database/prisma/client';
import { idRow, readRows } from '../../../core/database/rows';
import { plainDate } from '../../../core/entry/date-entry';
import { decimalNumber } from '../../../core/entry/number-entry';
import type { Refusal } from '../../../core/entry/refusal';
import { keyOfMessage } from '../../../core/language/texts';
import { type RecordTables, setUpEntity, type Written } from '../../../kit/setup/entity';
import { choice, node, record, text } from '../../../kit/setup/fields';

/** The default of an accounting code for an account, merchant, merchant category or purchase type (CD.42, C3.060). */
export default setUpEntity({
  name: 'default-value',
  group: 'accounting',
  area: 'company_setup',
  levels: ['company'],
  feature: 'cost.allocation',
  words: {
    one: 'Default value',
    many: 'Default values',
    about: 'Codes filled in automatically by account, merchant, merchant category or purchase type.'
  },
  parent: { entity: 'scheme', onDelete: 'cascade' },
  fields: {
    accountingCode: record({
      label: 'Accounting code',
      target: { entity: 'accounting-code', of: (scheme) => scheme?.id ?? null },
      required: true
    }),
    basis: choice({
      label: 'By',
      options: {
        account: 'Account',
        merchant: 'Merchant',
        category: 'Merchant category group',
        purchase_type: 'Purchase type'
      },
      required: true
    }),
    account: node({
      label: 'Account',
      kinds: ['account'],
      required: true,
      when: { field: 'basis', is: ['account'] }
    }),
    merchant: text({
      label: 'Merchant ID',
      max: 15,
      pattern: [/^[A-Za-z0-9]{15}$/, 'merchant.id.invalid'],
      required: true,
      when: { field: 'basis', is: ['merchant'] }
    }),
    category: record({
      label: 'Merchant category group',
      target: { entity: 'merchant-category-group' },
      required: true,
      when: { field: 'basis', is: ['category'] }
    }),
    purchaseType: record({
      label: 'Purchase type',
      target: { entity: 'purchase-type' },
      required: true,
      when: { field: 'basis', is: ['purchase_type'] }
    }),
    value: record({
      label: 'Value',
      hint: 'For an accounting code that is a list.',
      target: { entity: 'accounting-code-value', of: { field: 'accountingCode' } }
    }),
    text: text({
      label: 'Text',
      hint: 'For an accounting code of any other type: a date as 2026-12-31, yes as true and no as false.',
      max: 255
    })
  },
  keys: { basis: { fields: ['accountingCode', 'account', 'merchant', 'category', 'purchaseType'] } },
  titleFields: ['accountingCode', 'account', 'merchant', 'category', 'purchaseType'],
  async invariants(written, tables) {
    const { tx, issuerId, ownerId, ids } = written;
    const form = await settingValue(tx, { issuerId, companyId: ownerId }, 'merchant.id.form');
    const odd =
      form === 'digits'
        ? await readRows(tx, idRow)`
            SELECT d.id FROM ${tables.rowsOf('default-value')} d
            WHERE d.issuer_id = ${issuerId}::uuid AND d.id = ANY(${[...ids]}::uuid[]) AND d.merchant !~ '^[0-9]+$'`
        : [];
    return [
      ...odd.map(({ id }) => ({ id, field: 'merchant', code: 'merchant.id.not.digits' as const })),
      ...(await unfitDefaults(written, tables))
    ];
  }
});

const defaultRow = z.strictObject({
  id: z.string(),
  codeId: z.string(),
  type: z.string(),
  length: z.number().nullable(),
  text: z.string().nullable(),
  hasValue: z.boolean()
});
type Default = z.infer<typeof defaultRow>;

/** The default values that their codes don't accept: those in `ids`, or of the accounting codes in `ids`. */
export async function unfitDefaults(
  { tx, issuerId, ids }: Written,
  { rowsOf, referencesOf }: RecordTables
): Promise<(Refusal & Pick<Default, 'id' | 'codeId'>)[]> {
  const defaults = await readRows(tx, defaultRow)`
    SELECT d.id, c.id AS "codeId", c.type, c.length, d.text, d.value IS NOT NULL AS "hasValue"
    FROM ${referencesOf('default-value', 'accountingCode')} f
    JOIN ${rowsOf('default-value')} d ON (d.issuer_id, d.id) = (f.issuer_id, f.record_id)
    JOIN ${rowsOf('accounting-code')} c ON (c.issuer_id, c.id) = (f.issuer_id, f.target_record_id)
    WHERE f.issuer_id = ${issuerId}::uuid AND ${eitherOf(ids)}`;
  return defaults.flatMap((one) => {
    const refusal = refusalOf(one);
    return refusal ? [{ ...refusal, id: one.id, codeId: one.codeId }] : [];
  });
}

const eitherOf = (ids: readonly string[]) =>
  Prisma.sql`(f.record_id = ANY(${[...ids]}::uuid[]) OR f.target_record_id = ANY(${[...ids]}::uuid[]))`;

function refusalOf({ type, length, text, hasValue }: Default): Refusal | null {
  const [wanted, other] = type === 'list' ? ['value', 'text'] : ['text', 'value'];
  const given = { value: hasValue, text: text !== null };
  if (!given[wanted as 'value' | 'text']) return { code: 'required.field', field: wanted };
  if (given[other as 'value' | 'text']) return { code: 'setup.not.asked', field: other };
  if (text === null) return null;
  if (length !== null && text.length > length)
    return { code: 'too.long.field', field: 'text', params: { maximum: length } };
  const message = READ[type]?.safeParse(text).error?.issues[0]?.message;
  return message === undefined ? null : { code: keyOfMessage(message), field: 'text' };
}

/** Parses the text of a default for each type of code other than a list. */
const READ: Readonly<Record<string, z.ZodType>> = {
  number: decimalNumber({ scale: 15 }),
  date: plainDate(),
  boolean: z.enum(['true', 'false'], 'choice.invalid')
};
