import { z } from 'zod';
import { fieldFaults } from '../core/field-faults';
import type { Refusal } from '../core/refusal';
import type { Entity } from './entity';
import { isAsked, type Values } from './field';

/** What is nothing: a field that wasn't asked for and isn't filled. */
const isNothing = (value: unknown) => value === null || value === undefined || value === false;

/** The schema of an entity's fields together. */
export function schemaOf(entity: Entity) {
  const fields = Object.entries(entity.fields);
  return z
    .object(Object.fromEntries(fields.map(([name, field]) => [name, field.schema])))
    .superRefine((values, context) => {
      for (const [name, field] of fields) {
        const asked = isAsked(field, values);
        const empty = isNothing(values[name]);
        if (asked && empty && field.required && field.type !== 'yes-no')
          context.addIssue({ code: 'custom', path: [name], message: 'required' });
        if (!asked && !empty) context.addIssue({ code: 'custom', path: [name], message: 'setup.not.asked' });
      }
    });
}

/** What was typed as the values of a record; references are still as they were typed. */
export function readValues(entity: Entity, typed: Values): { values: Values; refusals: Refusal[] } {
  const parsed = schemaOf(entity).safeParse(typed, { reportInput: true });
  return parsed.success ? { values: parsed.data, refusals: [] } : { values: {}, refusals: fieldFaults(parsed.error) };
}
