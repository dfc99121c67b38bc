'use server';

import {
  acceptApplication,
  approveCompany,
  companyApprovalSchema
} from '@/lib/directory/registration/approve-registration';
import { declineRegistration, declineSchema } from '@/lib/directory/registration/decline-registration';
import { formId } from '../../addresses';
import { finish } from '../../people/finish';
import { signInAddress } from '../../people/sign-in-address';
import { withTypedPlace } from '../../people/typed-place';
import { signedInFor } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm, versionOf } from '../../ui/parse-form';
import { approvalFields, declineFields } from './fields';

const done = (what: string) => () => `/workspace/registrations?done=${what}`;

export async function approve(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('registrations', 'view');
  const fields = approvalFields(reader.t);
  const placed = await withTypedPlace(principal, 'G', form, 'companyGroup');
  const parsed = parseForm(reader, fields, companyApprovalSchema, placed);
  if (!parsed.ok) return parsed.state;
  const [id, address] = [formId(form), await signInAddress()];
  return finish(() => approveCompany(principal, id, parsed.value, address, origin), done('approved'), { form, fields });
}

export async function acceptAccountApplication(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInFor('registrations', 'view');
  const answered = { id: formId(form), version: versionOf(form) };
  return finish(() => acceptApplication(principal, answered, origin), done('approved'), { form });
}

export async function decline(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('registrations', 'view');
  const fields = declineFields(reader.t);
  const parsed = parseForm(reader, fields, declineSchema, form);
  if (!parsed.ok) return parsed.state;
  const id = formId(form);
  return finish(() => declineRegistration(principal, id, parsed.value, origin), done('declined'), { form, fields });
}
