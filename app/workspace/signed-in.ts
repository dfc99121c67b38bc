import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { resolveBrand } from '@/lib/brands/resolve';
import { cookieOf } from '@/lib/core/http/cookies';
import { hostnameOf } from '@/lib/core/http/origin';
import { chooseLocale, isLocale, LOCALES } from '@/lib/core/locales';
import { translator } from '@/lib/core/texts';
import { ownAccount } from '@/lib/identity/own-account';
import { signedInActor } from '@/lib/identity/session-cookie';

/** Who is signed in, on which brand and in which language; sends everybody else to sign in. Once a request. */
export const signedIn = cache(async () => {
  const request = new Headers(await headers());
  const actor = await signedInActor({ headers: request });
  if (!actor) redirect('/sdportal/login-signin-component');
  const [account, brand] = await Promise.all([
    ownAccount(actor),
    resolveBrand({ cobrandHost: actor.brandName, hostname: hostnameOf(request) })
  ]);
  const chosen = cookieOf(request, 'user_locale');
  const preferred = isLocale(chosen) ? chosen : (account.locale ?? undefined);
  const locale = chooseLocale(LOCALES, preferred, request.get('accept-language'));
  return {
    actor,
    account,
    brand,
    locale,
    t: translator(locale, brand.texts[locale]),
    nonce: request.get('x-nonce') ?? undefined,
    pathname: request.get('x-pathname') ?? ''
  };
});
