'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { askVerification } from '@/lib/kit/audit/verifications';
import { textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';

/** Starts the verification of an issuer's audit chain and redirects to its progress. */
export async function verify(form: FormData): Promise<void> {
  const { principal, origin } = await signedInPrincipal();
  const issuer = textOf(form, 'issuer') || undefined;
  const asked = await askVerification(principal, issuer, origin);
  const query = new URLSearchParams({
    ...(issuer && { issuer }),
    ...(!asked.ok && { refused: asked.refusal.code === 'job.running' ? 'running' : 'not-found' })
  });
  revalidatePath('/workspace/audit');
  redirect(`/workspace/audit${query.size > 0 ? `?${query}` : ''}#chain`);
}
