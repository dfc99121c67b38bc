'use server';

import { redirect } from 'next/navigation';
import { listedIds } from '@/lib/listing/page';
import { idSchema } from '@/lib/people/schema';
import { clearLock } from '@/lib/registration/clear-lock';
import { REGISTRATION_LOCKS } from '@/lib/registration/listings';
import { signedInFor } from '../../signed-in';

/** Clears the locks that were selected; what has gone meanwhile is no error. */
export async function clearLocks(form: FormData): Promise<void> {
  const { principal, origin } = await signedInFor('registrations', 'modify');
  const ids = form.getAll('ids').filter((id): id is string => idSchema.safeParse(id).success);
  const listed = await listedIds(principal, REGISTRATION_LOCKS, ids.slice(0, 500));
  for (const { id } of listed) await clearLock(principal, id, origin);
  redirect(`/workspace/registrations/locks${listed.length > 0 ? '?done=cleared' : ''}`);
}
