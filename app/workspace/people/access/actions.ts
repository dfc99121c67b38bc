'use server';

import { headers } from 'next/headers';
import { accessAsUser } from '@/lib/directory/people/access-as-user';
import { formId } from '../../addresses';
import { leaveWith } from '../../leave-with';
import { signedInPrincipal } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { refusalState } from '../../ui/parse-form';
import { busy } from '../finish';
import { inSession } from '../in-session';
import { endView } from './end-view';

/** Starts viewing the workspace as a user (C6.017). */
export async function viewAsUser(_before: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInPrincipal();
  const begun = await accessAsUser(principal, formId(form, 'user'), origin).catch(busy);
  return begun.ok ? inSession(begun.value, '/workspace') : refusalState(reader, [], begun.refusal, form);
}

/** Ends the view, also one whose time is over. */
export async function endViewAsUser(): Promise<FormState> {
  const { cookies, to } = await endView(new Headers(await headers()));
  return leaveWith(cookies, to);
}
