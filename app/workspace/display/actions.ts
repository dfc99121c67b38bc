'use server';

import { headers } from 'next/headers';
import { setCookie } from '@/lib/core/http/cookies';
import { giveCookies } from '../../sdportal/answer-form';
import { PREFERENCES, type Preference } from './preferences';

const YEAR_SECONDS = 365 * 86_400;

/** Stores a display preference for this browser; one that doesn't exist is ignored. */
export async function storePreference(name: Preference, value: string): Promise<void> {
  const known: { cookie: string; values: readonly string[] } | undefined = Object.hasOwn(PREFERENCES, name)
    ? PREFERENCES[name]
    : undefined;
  if (!known?.values.includes(value)) return;
  const options = { httpOnly: true, sameSite: 'lax', maxAge: YEAR_SECONDS } as const;
  const line = setCookie(new Headers(await headers()), known.cookie, value, options);
  await giveCookies(new Headers([['set-cookie', line]]));
}
