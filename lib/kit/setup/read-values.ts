import { z } from 'zod';
import { fieldFaults } from '../../core/entry/field-faults';
import type { Refusal } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import type { Entity } from './entity';
import { type Field, isAsked, type Values } from './field';
import { isKept } from './kept-secrets';

/** The empty values: those of fields that were not shown and not filled. */
const isNothing = (value: unknown) => value === null || value === undefined || value === false;

/** What was typed as the values of a record; references are still as they were typed. Every field's fault is told at once. */
export function readValues(entity: Entity, typed: Values): { values: Values; refusals: Refusal[] } {
  const { values, issues } = readFields(entity, typed);
  // Nobody can empty a field that isn't shown: a secret that is no longer asked for is forgotten.
  for (const [name, field] of Object.entries<Field>(entity.fields))
    if (isKept(values[name]) && !isAsked(field, values)) values[name] = null;
  const wrong = new Map(fieldFaults(new z.ZodError(issues)).map((refusal) => [refusal.field, refusal]));
  const refusals = Object.entries(entity.fields).flatMap(([name, field]): Refusal[] => {
    const fault = wrong.get(name);
    if (fault) return [fault];
    // Whether it is shown depends on an invalid value.
    const code = wrong.has(field.when?.field ?? '') ? null : presenceFault(field, values, values[name]);
    return code ? [{ field: name, code }] : [];
  });
  return refusals.length > 0 ? { values: {}, refusals } : { values, refusals };
}

/** Reads each field by itself: an invalid value is null, and its issues give the reason. */
export function readFields({ fields }: Entity, typed: Values): { values: Values; issues: z.core.$ZodIssue[] } {
  const values: Values = {};
  const issues: z.core.$ZodIssue[] = [];
  for (const [name, { schema }] of Object.entries(fields)) {
    const read = schema.safeParse(typed[name], { reportInput: true });
    values[name] = read.data ?? null;
    for (const issue of read.error?.issues ?? []) issues.push({ ...issue, path: [name, ...issue.path] });
  }
  return { values, issues };
}

function presenceFault(field: Field, values: Values, value: unknown): TextKey | null {
  if (!isAsked(field, values)) return isNothing(value) ? null : 'setup.not.asked';
  return isNothing(value) && field.required && field.type !== 'yes-no' ? 'required.field' : null;
}
