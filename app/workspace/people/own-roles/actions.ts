'use server';

import { z } from 'zod';
import { refuseOwnLink } from '@/lib/directory/people/links/link-refusal';
import { beginLink, proveLink } from '@/lib/directory/people/links/prove-link';
import { switchRole } from '@/lib/directory/people/own-roles';
import { idSchema } from '@/lib/directory/people/schema';
import { formId, sentForm } from '../../addresses';
import { signedInWith } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm, refusalState } from '../../ui/parse-form';
import { busy, finish } from '../finish';
import { inSession } from '../in-session';
import { refusalAddress } from '../sign-in-address';
import { codeFields, otherIdFields, otherIdSchema, responseFields, secretSchema } from './fields';

const switchSchema = z.object({ assignment: idSchema, from: z.enum(['roles', 'choice']).default('roles') });

/** The page after a switch on each of the two pages. */
const AFTER = { roles: '/workspace/people/own-roles?done=switched', choice: '/workspace' } as const;

/** Switches the user to another role (C6.016). */
export async function switchOwnRole(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInWith('role_switching');
  const parsed = parseForm(reader, [], switchSchema, form);
  if (!parsed.ok) return parsed.state;
  const switched = await switchRole(principal, parsed.value.assignment, origin).catch(busy);
  if (!switched.ok) return refusalState(reader, [], switched.refusal, form);
  return inSession(switched.value, AFTER[parsed.value.from]);
}

export async function beginOwnLink(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, brand, ...reader } = await signedInWith('linking');
  const fields = otherIdFields(reader.t);
  const parsed = parseForm(reader, fields, otherIdSchema, form);
  if (!parsed.ok) return parsed.state;
  const place = { brand, locale: reader.locale, refusalAddress: await refusalAddress() };
  return finish(
    () => beginLink(principal, parsed.value, place, origin),
    () => '/workspace/people/own-roles/link',
    { form, fields }
  );
}

/** Asks for the mailed code, then for the response to the challenge question if the linked id's sign-in requires it. */
export async function proveOwnLink(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, brand, ...reader } = await signedInWith('linking');
  const fields = sentForm(form).has('code') ? codeFields(reader.t) : responseFields('');
  const parsed = parseForm(reader, fields, secretSchema, form);
  if (!parsed.ok) return parsed.state;
  const place = { brand, locale: reader.locale, refusalAddress: await refusalAddress() };
  return finish(
    () => proveLink(principal, parsed.value.secret, place, origin),
    ({ isLinked }) => `/workspace/people/own-roles${isLinked ? '?done=linked' : '/link'}`,
    { form, fields }
  );
}

export async function refuseLink(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInWith('linking');
  const link = formId(form, 'link');
  return finish(
    () => refuseOwnLink(principal, link, origin),
    () => '/workspace/people/own-roles?done=refused',
    { form }
  );
}
