import { z } from 'zod';
import type { Principal } from '@/lib/access/policy/principal';
import type { Origin } from '@/lib/core/audit/audit';
import type { Refusal } from '@/lib/core/entry/refusal';
import { acceptUpload } from '@/lib/core/files/uploads';
import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { Entity } from '@/lib/kit/setup/entity';
import type { Values } from '@/lib/kit/setup/field';
import type { FieldSpec } from '../ui/field-spec';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState } from '../ui/parse-form';
import { removalOf } from './field-specs';

interface Reader {
  t: Translate;
  locale: Locale;
  principal: Principal;
  origin: Origin;
}

interface Sent {
  values: Values;
  /** Checks uploaded files; the command checks the rest. */
  refusals: Refusal[];
}

/** The posted values of an entity's form, by field; fields that the form doesn't show are left out. */
export async function sentWith(reader: Reader, entity: Entity, specs: FieldSpec[], form: FormData): Promise<Sent> {
  const asked = specs.filter(({ kind }) => kind !== 'read-only');
  const schema = z.object(Object.fromEntries(asked.map(({ name }) => [name, z.unknown().optional()])));
  const parsed = parseForm(reader, specs, schema, form);
  const read = parsed.ok ? parsed.value : {};
  const sent: Sent = { values: {}, refusals: [] };
  for (const { name } of asked) {
    const field = entity.fields[name];
    const typed = read[name];
    if (field?.type === 'file' && typed instanceof File) {
      const upload = await acceptUpload(typed, field.uploads ?? [], reader.principal, reader.origin, name);
      if (upload.ok) sent.values[name] = upload.value;
      else sent.refusals.push(upload.refusal);
    } else if (field?.type === 'file' || (field?.type === 'secret' && typed === undefined)) {
      if (form.has(removalOf(name))) sent.values[name] = null;
    } else if (field) sent.values[name] = typed ?? null;
  }
  return sent;
}

/** Converts a command's refusal to form state, in the order of the fields. */
export function refusedState(reader: Reader, specs: FieldSpec[], refusals: Refusal[], form: FormData): FormState {
  const place = ({ field }: { field?: string }) => specs.findIndex(({ name }) => name === field);
  const states = refusals.map((refusal) => refusalState(reader, specs, refusal, form));
  const faults = states.flatMap((state) => state.faults).sort((a, b) => place(a) - place(b));
  return { ...(states[0] as FormState), ...states.find(({ version }) => version !== undefined), faults };
}
