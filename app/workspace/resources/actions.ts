'use server';

import { redirect } from 'next/navigation';
import { withoutCardNumbers } from '@/lib/core/secrets/card-digits';
import { TOPIC_NAMES } from '@/lib/directory/resources/topics';
import { textOf } from '../addresses';
import { signedInFor } from '../signed-in';
import { resourcesAddress } from './address';

/** Leads to what a search finds: posted, so that a typed card number doesn't get into an address (C9.009). */
export async function find(form: FormData): Promise<void> {
  await signedInFor('resources', 'view');
  const q = withoutCardNumbers(textOf(form, 'q').trim()).slice(0, 100);
  const topic = TOPIC_NAMES.find((one) => one === textOf(form, 'topic'));
  redirect(resourcesAddress({ q, topic }));
}
