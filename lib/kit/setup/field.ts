import type { z } from 'zod';
import type { UploadKind } from '../../core/files/uploads';

/** The type of a field, which determines how it is entered, shown, compared, filtered and exported. */
export type FieldType =
  | 'text'
  | 'lines'
  | 'emails'
  | 'currency'
  | 'language'
  | 'whole'
  | 'decimal'
  | 'date'
  | 'yes-no'
  | 'choice'
  | 'choices'
  | 'record'
  | 'records'
  | 'node'
  | 'file'
  | 'secret';

/** The values of a record by field; an empty value is null. */
export type Values = Record<string, unknown>;

/** A record as far as the rules of others look at it. */
export interface ParentRecord {
  id: string;
  parentId: string | null;
  name: string;
  values: Values;
}

/** Where a reference looks: the records of an entity that the owner has or inherits. */
export interface Target {
  entity: string;
  /**
   * Parts of one record only: of that which another field of the record names, or of that which its own parent
   * leads to (null: of none, so that there is nothing to choose).
   */
  of?: { field: string } | ((parent: ParentRecord | null) => string | null);
}

/** The record whose parts a reference may choose among; null: there is none yet, undefined: it is not about parts. */
export function targetParent({ of }: Target, values: Values, parent: ParentRecord | null): string | null | undefined {
  if (!of) return undefined;
  return typeof of === 'function' ? of(parent) : ((values[of.field] as string | null | undefined) ?? null);
}

/** A field of an entity. Made by the functions of fields.ts. */
export interface Field<Value = unknown> {
  type: FieldType;
  /** The name in English: the source of the message `setup.entity.<entity>.field.<name>`. */
  label: string;
  hint?: string;
  required: boolean;
  /** From the typed or stored value to the stored one; empty is null. References stay as they were typed. */
  schema: z.ZodType<Value>;
  /** No other record of its owner, or parent, has the same, whatever the case. */
  unique: boolean;
  /** Stays as it was when the record was made. */
  fixed: boolean;
  /** Found by the product from other fields (`Entity.derive`): nobody types it. */
  derived: boolean;
  /** Whether the list shows it to begin with. */
  listed: boolean;
  /** The permitted values, each with its English name. */
  options?: Readonly<Record<string, string>>;
  /** The longest text, or the longest line. */
  max?: number;
  /** The most lines or choices. */
  most?: number;
  /** Of a decimal that is a percentage. */
  percent?: boolean;
  /** Whether a text has several lines. */
  long?: boolean;
  target?: Target;
  /** Of a node: which kinds, at or below the owner. */
  kinds?: readonly string[];
  /** Of a file: the kinds it may be. */
  uploads?: readonly UploadKind[];
  /** Of a secret: how many of its last characters are shown. */
  shows?: number;
  /** Asked for only while another field has one of these values; else it is empty. */
  when?: { field: string; is: readonly (string | boolean)[] };
}

export type Fields = Readonly<Record<string, Field>>;

/** The values of a record with these fields. */
export type ValuesOf<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never };

/** Whether a field is asked for, or parts are, with the values of the record's other fields. */
export function isAsked({ when }: Pick<Field, 'when'>, values: Values): boolean {
  return !when || when.is.some((value) => value === values[when.field]);
}
