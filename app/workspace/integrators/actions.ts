'use server';

import { newId } from '@/lib/core/secrets/ids';
import { setUpPath } from '@/lib/kit/setup/address';
import { sendTest } from '@/lib/money/suppliers/test-delivery';
import { formId } from '../addresses';
import { finish } from '../people/finish';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';

/** Sends an integrator a test, and shows it among its deliveries. */
export async function test(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  const [issuerId, id] = [formId(form, 'issuerId'), formId(form)];
  return finish(
    () => sendTest(principal, { issuerId, id }, origin),
    // An address of its own each time, so that the page is read again.
    () => setUpPath(`/integrator/${id}`, { issuer: issuerId, sent: newId() }),
    { form }
  );
}
