import { z } from 'zod';
import type { Locale } from '@/lib/core/locales';
import type { Refusal } from '@/lib/core/refusal';
import type { Translate } from '@/lib/core/texts';
import type { Entity } from '@/lib/setup/entity';
import type { Values } from '@/lib/setup/field';
import type { FieldSpec } from '../ui/field-spec';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState } from '../ui/parse-form';
import { removalOf } from './field-specs';

interface Reader {
  t: Translate;
  locale: Locale;
}

/** What was typed in an entity's form, by field; fields that the form doesn't ask for are left out. */
export async function typedIn(reader: Reader, entity: Entity, specs: FieldSpec[], form: FormData): Promise<Values> {
  const asked = specs.filter(({ kind }) => kind !== 'read-only');
  // Whatever was typed is the command's to judge.
  const schema = z.object(Object.fromEntries(asked.map(({ name }) => [name, z.unknown().optional()])));
  const parsed = parseForm(reader, specs, schema, form);
  const read = parsed.ok ? parsed.value : {};
  const values: Values = {};
  for (const { name } of asked) {
    const field = entity.fields[name];
    if (field?.type !== 'file') values[name] = read[name] ?? null;
    else if (read[name] instanceof File) values[name] = await uploadOf(read[name]);
    else if (form.has(removalOf(name))) values[name] = null;
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in entity.fields));
}

async function uploadOf(file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { name: file.name || 'file', mediaType: file.type, bytes };
}

/** What a command refused, as the state of the form it was asked with: in the order of its fields. */
export function refusedState(reader: Reader, specs: FieldSpec[], refusals: Refusal[], form: FormData): FormState {
  const place = ({ field }: { field?: string }) => specs.findIndex(({ name }) => name === field);
  const states = refusals.map((refusal) => refusalState(reader, specs, refusal, form));
  const faults = states.flatMap((state) => state.faults).sort((a, b) => place(a) - place(b));
  return { ...(states[0] as FormState), ...states.find(({ version }) => version !== undefined), faults };
}
