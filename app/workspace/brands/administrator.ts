import { notFound } from 'next/navigation';
import { cache } from 'react';
import { systemAdministrator } from '@/lib/brand/studio/system-administrator';
import { languageTag } from '@/lib/core/language/locales';
import { signedIn } from '../signed-in';

/** The signed-in system administrator's context, cached per request; other users get not found. */
export const administrator = cache(async () => {
  const { actor, account, brand, locale, t, origin } = await signedIn();
  const by = await systemAdministrator(actor, origin);
  if (!by) notFound();
  const format = new Intl.DateTimeFormat(languageTag(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: account.timeZone
  });
  return { by, brand, locale, t, origin, time: (at: Date) => format.format(at) };
});
