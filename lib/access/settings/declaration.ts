import { z } from 'zod';
import { plainText } from '../../core/entry/plain-text';

/** The levels that may set a setting; a company inherits from its issuer by default. */
export type Levels = 'issuer' | 'issuer and company';

/**
 * The stricter values of a setting that strengthens a sign-in or protects data: a company's value must be at least as
 * strict as its issuer's.
 */
export type Stricter = 'lower' | 'yes' | 'no';

/** The sections of the configuration screens, in their order. */
export const GROUPS = ['sign.in', 'users', 'accounts', 'data', 'payments', 'purchasing', 'screens'] as const;
export type Group = (typeof GROUPS)[number];

export type Unit =
  | 'characters'
  | 'days'
  | 'hours'
  | 'issuer.currency'
  | 'issuer.time'
  | 'megabytes'
  | 'minutes'
  | 'months'
  | 'percent'
  | 'rows';

/**
 * A setting, declared once: storage, checks and the form field derive from it. Its texts are `setting.<key>` and
 * `setting.<key>.help`, those of a choice `setting.<key>.<choice>`.
 */
export interface Setting<T> {
  type: 'integer' | 'decimal' | 'percent' | 'boolean' | 'choice' | 'text' | 'secret' | 'time' | 'list';
  /** The value if neither company nor issuer has set it. */
  default: T;
  /** The valid values as stored in JSON. */
  schema: z.ZodType<T>;
  levels: Levels;
  /** The stricter values; undefined if a company is free. */
  stricter: Stricter | undefined;
  group: Group;
  /** The specification's row that requires it. */
  rule: string;
  unit?: Unit;
  /** Whether it may be null: off, none, unlimited. */
  optional: boolean;
  /** The least and greatest value, length or count, if its type has them. */
  from?: number | string;
  to?: number | string;
  choices?: readonly string[];
  /** The setting, and its value, without which this one means nothing; its value stays meanwhile. */
  when?: readonly [setting: string, value: string];
}

interface Common {
  group: Group;
  rule: string;
  /** Both levels by default. */
  levels?: Levels;
  stricter?: Stricter;
  unit?: Unit;
  when?: readonly [setting: string, value: string];
}
interface Bounds {
  from: number;
  to: number;
}

const common = ({ group, rule, unit, stricter, when, levels = 'issuer and company' }: Common) => ({
  group,
  rule,
  unit,
  levels,
  stricter,
  ...(when && { when })
});

export function integer(of: Common & Bounds & { default: number }): Setting<number> {
  const { from, to } = of;
  const schema = z.int().min(from).max(to);
  return { type: 'integer', default: of.default, schema, optional: false, from, to, ...common(of) };
}

/** A whole number, or off. */
export function integerOrOff(of: Common & Bounds & { default: number | null }): Setting<number | null> {
  const { from, to } = of;
  const schema = z.int().min(from).max(to).nullable();
  return { type: 'integer', default: of.default, schema, optional: true, from, to, ...common(of) };
}

/** A whole percentage. */
export function percent(of: Common & Bounds & { default: number }): Setting<number> {
  return { ...integer(of), type: 'percent', unit: 'percent' };
}

/** An exact amount with two decimals, as a string. */
export function decimal(of: Common & { default: string; from: string; to: string }): Setting<string> {
  const { from, to } = of;
  const cents = (amount: string) => BigInt(amount.replace('.', ''));
  const schema = z
    .string()
    .regex(/^\d{1,13}\.\d\d$/, { abort: true })
    .refine((amount) => cents(amount) >= cents(from) && cents(amount) <= cents(to));
  return { type: 'decimal', default: of.default, schema, optional: false, from, to, ...common(of) };
}

export function boolean(of: Common & { default: boolean }): Setting<boolean> {
  return { type: 'boolean', default: of.default, schema: z.boolean(), optional: false, ...common(of) };
}

export function choice<const C extends string>(of: Common & { choices: readonly C[]; default: C }): Setting<C> {
  const { choices } = of;
  return {
    type: 'choice',
    default: of.default,
    schema: z.enum(choices) as unknown as z.ZodType<C>,
    optional: false,
    choices,
    ...common(of)
  };
}

/** A text of 1 to 255 characters by default (C5.052), without HTML (C5.072). */
export function text(
  of: Common & { from?: number; to?: number; pattern?: RegExp; lines?: boolean }
): Setting<string | null> {
  const { from = 1, to = 255, pattern = /^/, lines = false } = of;
  const schema = plainText({ min: from, max: to, lines })
    .refine((value) => pattern.test(value))
    .nullable();
  return { type: 'text', default: null, schema, optional: true, from, to, ...common(of) };
}

/** Text that is stored encrypted and never shown again. */
export function secret({
  pattern = /^[\x21-\x7e]*$/,
  ...of
}: Common & { from?: number; to: number; pattern?: RegExp }): Setting<string | null> {
  return { ...text({ ...of, pattern }), type: 'secret' };
}

/** A time of day, `HH:MM`. */
export function time(of: Common & { default: string }): Setting<string> {
  const schema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
  return { type: 'time', default: of.default, schema, optional: false, ...common(of) };
}

/** A list of entries of one form, without duplicates; joined with commas, at most `to` characters. */
export function list(of: Common & { entry: RegExp; to: number }): Setting<string[]> {
  const { entry, to } = of;
  const schema = z
    .array(z.string().regex(entry))
    .refine((entries) => new Set(entries).size === entries.length)
    .refine((entries) => entries.join(',').length <= to);
  return { type: 'list', default: [], schema, optional: false, to, ...common(of) };
}
