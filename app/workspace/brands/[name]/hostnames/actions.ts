'use server';

import { addHostname, removeHostname, verifyHostname } from '@/lib/brand/studio/hostnames';
import { textOf } from '../../../addresses';
import { finish } from '../../../people/finish';
import type { FormState } from '../../../ui/form-state';
import { parseForm } from '../../../ui/parse-form';
import { brandPath } from '../../brand-path';
import { press, studioPost } from '../../studio-command';
import { hostnameFields, hostnameFormSchema } from './fields';

/** Adds a host name, which leads nowhere before it is verified. */
export async function addBrandHostname(_before: FormState, form: FormData): Promise<FormState> {
  const { by, origin, reader, name } = await studioPost(form);
  const fields = hostnameFields(reader.t);
  const parsed = parseForm(reader, fields, hostnameFormSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => addHostname(by, { brandName: name, ...parsed.value }, origin),
    () => brandPath(name, 'hostnames'),
    { form, fields }
  );
}

/** Looks for the DNS record of a host name. */
export async function verifyBrandHostname(_before: FormState, form: FormData): Promise<FormState> {
  const { by, origin, name } = await studioPost(form);
  const of = { brandName: name, hostname: textOf(form, 'hostname') };
  return press(form, brandPath(name, 'hostnames'), () => verifyHostname(by, of, origin));
}

export async function removeBrandHostname(_before: FormState, form: FormData): Promise<FormState> {
  const { by, origin, name } = await studioPost(form);
  const of = { brandName: name, hostname: textOf(form, 'hostname') };
  return press(form, brandPath(name, 'hostnames'), () => removeHostname(by, of, origin));
}
