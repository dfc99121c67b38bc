import { z } from 'zod';
import { plainDate } from '../core/date-entry';
import { decimalNumber, wholeNumber } from '../core/number-entry';
import { plainText } from '../core/plain-text';
import type { Field, FieldType, Target } from './field';

interface Common<Required extends boolean> {
  label: string;
  hint?: string;
  required?: Required;
  unique?: boolean;
  fixed?: boolean;
  listed?: boolean;
  when?: Field['when'];
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function field<Value, Required extends boolean>(
  type: FieldType,
  of: Common<Required>,
  schema: z.ZodType<Value>,
  more: Partial<Field> = {}
): Field<Value, Required> {
  const { label, hint, when, required = false as Required, unique = false, fixed = false, listed = true } = of;
  // Where a condition hides it, an empty one will do: readValues asks for the rest.
  const asked = required && !when;
  return {
    type,
    label,
    hint,
    when,
    required,
    unique,
    fixed,
    listed,
    schema: asked
      ? z.preprocess((value) => (isEmpty(value) ? undefined : value), schema)
      : z.preprocess((value) => (isEmpty(value) ? null : value), schema.nullable()),
    ...more
  };
}

/** A line of text; with `long`, several. */
export function text<R extends boolean = false>(
  of: Common<R> & { max: number; min?: number; pattern?: readonly [RegExp, string]; long?: boolean }
) {
  const { max, min, long = false, pattern } = of;
  const plain = plainText({ min, max, lines: long });
  const schema = pattern ? plain.refine((value) => pattern[0].test(value), pattern[1]) : plain;
  return field<string, R>('text', { listed: !long, ...of }, schema, { max, long });
}

/** A whole number. */
export function whole<R extends boolean = false>(of: Common<R> & { min: number; max: number }) {
  return field<number, R>('whole', of, wholeNumber(of));
}

/** An exact decimal number, as a string. */
export function decimal<R extends boolean = false>(
  of: Common<R> & { scale: number; min?: string; max?: string; positive?: boolean }
) {
  const { scale, min, max, positive } = of;
  return field<string, R>('decimal', of, decimalNumber({ scale, min, max, positive }));
}

/** A percentage: whole from 1 to 99 unless the field says otherwise (CD.8). */
export function percent<R extends boolean = false>(
  of: Common<R> & { scale?: number; min?: number; max?: number }
) {
  const { scale = 0, min = 1, max = 99 } = of;
  return field<string, R>('decimal', of, decimalNumber({ scale, min, max }), { percent: true });
}

/** A calendar date, `2026-02-28`. */
export function date<R extends boolean = false>(of: Common<R>) {
  return field<string, R>('date', of, plainDate());
}

const YES = ['true', 'yes', 'y', '1', 'on'];
const NO = ['false', 'no', 'n', '0', 'off'];

/** Yes or no; no when nothing is said. */
export function yesNo(of: Omit<Common<false>, 'required' | 'unique'>): Field<boolean, true> {
  const schema = z.unknown().transform((value, context) => {
    const said = typeof value === 'string' ? value.trim().toLowerCase() : value;
    if (said === true || YES.includes(said as string)) return true;
    if (isEmpty(said) || said === false || NO.includes(said as string)) return false;
    context.issues.push({ code: 'custom', message: 'choice.invalid', input: value });
    return z.NEVER;
  });
  return { ...field<boolean, boolean>('yes-no', of, z.boolean()), schema } as Field<boolean, true>;
}

/** One of a few, each with its English name. */
export function choice<const O extends string, R extends boolean = false>(
  of: Common<R> & { options: Readonly<Record<O, string>> }
) {
  const schema = z
    .string('required')
    .trim()
    .transform((typed, context) => chosen(of.options, typed, context));
  return field<O, R>('choice', of, schema, { options: of.options });
}

/** Several of a few. */
export function choices<const O extends string, R extends boolean = false>(
  of: Common<R> & { options: Readonly<Record<O, string>>; most?: number }
) {
  const { options, most = Object.keys(options).length } = of;
  const one = z
    .string()
    .trim()
    .transform((typed, context) => chosen(options, typed, context));
  const schema = z
    .array(one, 'required')
    .transform((list) => [...new Set(list)])
    .refine((list) => list.length <= most, { message: 'too.many.field', params: { maximum: most } } as never);
  return field<O[], R>('choices', { listed: false, ...of }, schema, { options, most });
}

/** An option by its value or its English name, whatever the case: so a file can be written by hand. */
function chosen<O extends string>(options: Readonly<Record<O, string>>, typed: string, context: z.RefinementCtx): O {
  const same = (name: string) => name.toLowerCase() === typed.toLowerCase();
  const found = (Object.keys(options) as O[]).find((value) => same(value) || same(options[value]));
  if (found !== undefined) return found;
  context.issues.push({ code: 'custom', message: 'choice.invalid', input: typed });
  return z.NEVER;
}

/** A list of lines, none twice. */
export function lines<R extends boolean = false>(
  of: Common<R> & { most: number; max: number; pattern?: readonly [RegExp, string] }
) {
  const { most, max, pattern } = of;
  const line = plainText({ max });
  const schema = z
    .array(pattern ? line.refine((value) => pattern[0].test(value), pattern[1]) : line, 'required')
    .superRefine((list, context) => {
      if (list.length > most)
        context.addIssue({ code: 'custom', message: 'too.many.field', params: { maximum: most } });
      const twice = list.find((value, at) => list.findIndex((other) => sameText(value, other)) < at);
      if (twice !== undefined)
        context.addIssue({ code: 'custom', message: 'setup.line.twice', params: { value: twice } });
    });
  return field<string[], R>('lines', { listed: false, ...of }, schema, { most, max });
}

/** How unique texts are compared. */
export const sameText = (a: string, b: string) => comparable(a) === comparable(b);
export const comparable = (value: string) => value.normalize('NFKC').toLowerCase();

/** A record of another entity, or a value of the accounting code that another field names. */
export function record<R extends boolean = false>(of: Common<R> & { target: Target }) {
  return field<string, R>('record', of, z.string('required').trim().max(1024, 'too.long'), { target: of.target });
}

/** Several records of another entity. */
export function records<R extends boolean = false>(of: Common<R> & { target: Target; most: number }) {
  const { target, most } = of;
  const schema = z
    .array(z.string().trim().max(1024, 'too.long'), 'required')
    .refine((list) => list.length <= most, { message: 'too.many.field', params: { maximum: most } } as never);
  return field<string[], R>('records', { listed: false, ...of }, schema, { target, most });
}

/** A node of the structure, at or below the owner. */
export function node<R extends boolean = false>(of: Common<R> & { kinds: readonly string[] }) {
  return field<string, R>('node', of, z.string('required').trim().max(80, 'too.long'), { kinds: of.kinds });
}

/** A file that is sent: `Upload`, until it is kept; then its id. */
export interface Upload {
  name: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A small file, of at most `max` bytes. */
export function file<R extends boolean = false>(of: Common<R> & { max: number; mediaTypes: readonly string[] }) {
  const { max, mediaTypes } = of;
  const upload = z.custom<Upload>((value) => typeof value === 'object' && value !== null && 'bytes' in value);
  const schema = z.union([z.uuid(), upload], 'required').superRefine((sent, context) => {
    if (typeof sent === 'string') return;
    if (sent.bytes.length > max)
      context.addIssue({ code: 'custom', message: 'file.too.large', params: { megabytes: max / 1_000_000 } });
    else if (!mediaTypes.includes(sent.mediaType)) context.addIssue({ code: 'custom', message: 'file.type.unsupported' });
  });
  return field<string | Upload, R>('file', { listed: false, ...of }, schema, { max, mediaTypes });
}
