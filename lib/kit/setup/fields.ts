import { z } from 'zod';
import { plainDate } from '../../core/entry/date-entry';
import { decimalNumber, wholeNumber } from '../../core/entry/number-entry';
import { plainText } from '../../core/entry/plain-text';
import type { Upload, UploadKind } from '../../core/files/uploads';
import { isLocale } from '../../core/language/locales';
import type { Field, FieldType, Target } from './field';
import { isKept } from './kept-secrets';

interface Common {
  label: string;
  hint?: string;
  required?: boolean;
  unique?: boolean;
  fixed?: boolean;
  derived?: boolean;
  listed?: boolean;
  when?: Field['when'];
}

/** The value of a field: it can be null unless the field is always shown and required. */
type Held<O extends Common, V> = O extends { required: true } ? (O extends { when: object } ? V | null : V) : V | null;

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function field<O extends Common, V>(
  type: FieldType,
  of: O,
  schema: z.ZodType<V>,
  more: Omit<Partial<Field>, 'schema'> = {}
): Field<Held<O, V>> {
  const { label, hint, when, required = false, unique = false, fixed = false, derived = false, listed = true } = of;
  // Where a condition hides it, an empty one will do: readValues asks for the rest.
  const nullable = !required || when !== undefined;
  const read = z.preprocess(
    (value) => (isEmpty(value) ? (nullable ? null : undefined) : value),
    nullable ? schema.nullable() : schema
  );
  return {
    type,
    label,
    hint,
    when,
    required,
    unique,
    fixed,
    derived,
    listed,
    schema: read as unknown as z.ZodType<Held<O, V>>,
    ...more
  };
}

/** A line of text; with `long`, several. */
export function text<
  const O extends Common & { max: number; min?: number; pattern?: readonly [RegExp, string]; long?: boolean }
>(of: O) {
  const { max, min, long = false, pattern } = of;
  const plain = plainText({ min, max, lines: long });
  const schema = pattern ? plain.refine((value) => pattern[0].test(value), pattern[1]) : plain;
  return field<O, string>('text', { listed: !long, ...of }, schema, { max, long });
}

/** A whole number. */
export function whole<const O extends Common & { min: number; max: number }>(of: O) {
  return field<O, number>('whole', of, wholeNumber(of));
}

/** An exact decimal number, as a string. */
export function decimal<const O extends Common & { scale: number; min?: string; max?: string; positive?: boolean }>(
  of: O
) {
  const { scale, min, max, positive } = of;
  return field<O, string>('decimal', of, decimalNumber({ scale, min, max, positive }));
}

/** A percentage: whole from 1 to 99 unless the field says otherwise (CD.8). */
export function percent<const O extends Common & { scale?: number; min?: number; max?: number }>(of: O) {
  const { scale = 0, min = 1, max = 99 } = of;
  return field<O, string>('decimal', of, decimalNumber({ scale, min, max }), { percent: true });
}

/** A calendar date, `2026-02-28`. */
export function date<const O extends Common>(of: O) {
  return field<O, string>('date', of, plainDate());
}

const YES = ['true', 'yes', 'y', '1', 'on'];
const NO = ['false', 'no', 'n', '0', 'off'];

/** Yes or no; no when nothing is said. */
export function yesNo(of: Omit<Common, 'required' | 'unique'>): Field<boolean> {
  const said = (value: unknown) => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
    if (isEmpty(word) || NO.includes(word as string)) return false;
    return YES.includes(word as string) ? true : word;
  };
  return { ...field('yes-no', of, z.boolean()), schema: z.preprocess(said, z.boolean('choice.invalid')) };
}

/** One of a few, each with its English name. */
export function choice<const O extends Common & { options: Readonly<Record<string, string>> }>(of: O) {
  type Option = keyof O['options'] & string;
  const schema = z
    .string('required')
    .trim()
    .transform((typed, context) => chosen(of.options, typed, context) as Option);
  return field<O, Option>('choice', of, schema, { options: of.options });
}

/**
 * Several of a few.
 * @public A type of the engine's fields, whichever entities have one now.
 */
export function choices<const O extends Common & { options: Readonly<Record<string, string>>; most?: number }>(of: O) {
  type Option = keyof O['options'] & string;
  const { options, most = Object.keys(options).length } = of;
  const one = z
    .string()
    .trim()
    .transform((typed, context) => chosen(options, typed, context) as Option);
  const schema = z
    .array(one, 'required')
    .transform((list) => [...new Set(list)])
    .refine((list) => list.length <= most, { message: 'too.many.field', params: { maximum: most } } as never);
  return field<O, Option[]>('choices', { listed: false, ...of }, schema, { options, most });
}

/** An option by its value or its English name, whatever the case: so a file can be written by hand. */
function chosen(options: Readonly<Record<string, string>>, typed: string, context: z.RefinementCtx): string {
  const same = (name: string) => name.toLowerCase() === typed.toLowerCase();
  const chosen = Object.keys(options).find((value) => same(value) || same(options[value] as string));
  if (chosen !== undefined) return chosen;
  context.issues.push({ code: 'custom', message: 'choice.invalid', input: typed });
  return z.NEVER;
}

/** A list of lines, none twice. */
export function lines<const O extends Common & { most: number; max: number; pattern?: readonly [RegExp, string] }>(
  of: O
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
  return field<O, string[]>('lines', { listed: false, ...of }, schema, { most, max });
}

const EMAIL_LENGTH = 59;

/** Addresses of electronic mail, written with commas between them: valid, under 60 characters, none twice (C5.044). */
export const emailsEntered = (most: number) =>
  z
    .union([z.string(), z.array(z.string())], 'required')
    .transform((typed) =>
      [typed]
        .flat()
        .flatMap((part) => part.split(/[,;\n]/))
        .map((part) => part.trim())
        .filter(Boolean)
    )
    .superRefine((list, context) => {
      const refuse = (message: string, params: object) => context.addIssue({ code: 'custom', message, params });
      const long = list.find((address) => address.length > EMAIL_LENGTH);
      const wrong = list.find((address) => !z.email().safeParse(address).success);
      const twice = list.find((address, at) => list.findIndex((other) => sameText(address, other)) < at);
      if (long !== undefined) refuse('email.too.long', { value: long, maximum: EMAIL_LENGTH });
      else if (wrong !== undefined) refuse('email.list.invalid', { value: wrong });
      else if (twice !== undefined) refuse('setup.line.twice', { value: twice });
      else if (list.length > most) refuse('too.many.field', { maximum: most });
    });

/** The longest text of so many addresses with commas between them. */
export const emailsLength = (most: number): number => most * (EMAIL_LENGTH + 2);

/** A field of addresses of electronic mail. */
export function emails<const O extends Common & { most: number }>(of: O) {
  const { most } = of;
  return field<O, string[]>('emails', of, emailsEntered(most), { most, max: emailsLength(most) });
}

export const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency');

/** A currency, by its ISO 4217 code. */
export function currency<const O extends Common>(of: O) {
  const schema = z
    .string('required')
    .trim()
    .toUpperCase()
    .refine((code) => CURRENCIES.includes(code), 'currency.unknown');
  return field<O, string>('currency', of, schema, { max: 3 });
}

/** One of the product's languages, by its locale code. */
export function language<const O extends Common>(of: O) {
  const schema = z
    .string('required')
    .trim()
    .refine((code) => isLocale(code), 'choice.invalid');
  return field<O, string>('language', of, schema);
}

/**
 * A secret that is sealed once it is typed (keep-secrets.ts): nobody reads it again, but its last characters where
 * `shows` says how many. `typed` reads what was typed.
 */
export function secret<const O extends Common & { max: number; typed: z.ZodType<string>; shows?: number }>(of: O) {
  const { max, typed, shows = 0 } = of;
  const schema = z.string('required').transform((value, context) => {
    if (isKept(value)) return value;
    const read = typed.safeParse(value);
    for (const issue of read.error?.issues ?? []) context.addIssue({ ...issue, input: '' } as never);
    return read.data ?? z.NEVER;
  });
  return field<O, string>('secret', of, schema, { max, shows });
}

/** How unique texts are compared. */
export const sameText = (a: string, b: string) => comparable(a) === comparable(b);
export const comparable = (value: string) => value.normalize('NFKC').toLowerCase();

/** A record of another entity, or a value of the accounting code that another field names. */
export function record<const O extends Common & { target: Target }>(of: O) {
  return field<O, string>('record', of, z.string('required').trim().max(1024, 'too.long'), { target: of.target });
}

/** Several records of another entity. */
export function records<const O extends Common & { target: Target; most: number }>(of: O) {
  const { target, most } = of;
  const schema = z
    .array(z.string().trim().max(1024, 'too.long'), 'required')
    .refine((list) => list.length <= most, { message: 'too.many.field', params: { maximum: most } } as never);
  return field<O, string[]>('records', { listed: false, ...of }, schema, { target, most });
}

/** A node of the structure, at or below the owner. */
export function node<const O extends Common & { kinds: readonly string[] }>(of: O) {
  return field<O, string>('node', of, z.string('required').trim().max(80, 'too.long'), { kinds: of.kinds });
}

/** A small file, of at most `max` bytes: an upload that was accepted, until it is kept; then its id. */
export function file<const O extends Common & { max: number; uploads: readonly UploadKind[] }>(of: O) {
  const { max, uploads } = of;
  const upload = z.custom<Upload>((value) => typeof value === 'object' && value !== null && 'bytes' in value);
  const schema = z.union([z.uuid(), upload], 'required').superRefine((sent, context) => {
    if (typeof sent === 'string') return;
    if (sent.bytes.length > max)
      context.addIssue({
        code: 'custom',
        message: 'file.too.large',
        params: { megabytes: Math.floor(max / 1_000_000) }
      });
    else if (!uploads.includes(sent.kind))
      context.addIssue({ code: 'custom', message: 'file.type.unsupported', params: { kinds: uploads.join(', ') } });
  });
  return field<O, string | Upload>('file', { listed: false, ...of }, schema, { max, uploads });
}
