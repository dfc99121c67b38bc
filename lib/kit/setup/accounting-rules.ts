import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { plainDate } from '../../core/entry/date-entry';
import { decimalNumber } from '../../core/entry/number-entry';
import type { Refusal } from '../../core/entry/refusal';
import { keyOfMessage } from '../../core/language/texts';

/** A list longer than this is searched, not shown as a drop-down (C9.036). */
export const LONGEST_DROP_DOWN = 10_000;

interface Default {
  id: string;
  codeId: string;
  type: string;
  length: number | null;
  text: string | null;
  hasValue: boolean;
}

/** The default values among `ids`, or of the accounting codes among them, that their codes can't take. */
export async function unfitDefaults(
  tx: Transaction,
  issuerId: string,
  ids: readonly string[]
): Promise<(Refusal & Pick<Default, 'id' | 'codeId'>)[]> {
  const defaults = await tx.$queryRaw<Default[]>`
    SELECT d.id, c.id AS "codeId", c.data->>'type' AS type, (c.data->>'length')::int AS length, d.data->>'text' AS text,
      d.data ? 'value' AS "hasValue"
    FROM setup_references f
    JOIN setup_records d ON (d.issuer_id, d.id) = (f.issuer_id, f.record_id) AND d.entity = 'default-value'
    JOIN setup_records c ON (c.issuer_id, c.id) = (f.issuer_id, f.target_record_id)
    WHERE f.issuer_id = ${issuerId}::uuid AND f.field = 'accountingCode' AND ${eitherOf(ids)}`;
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

/** What the text of a default is for a code of each other type. */
const READ: Readonly<Record<string, z.ZodType>> = {
  number: decimalNumber({ scale: 15 }),
  date: plainDate(),
  boolean: z.enum(['true', 'false'], 'choice.invalid')
};
