import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { after } from 'next/server';
import { cache } from 'react';
import { getTexts } from '@/i18n/texts';
import { type Feature, lackedFeatures } from '@/lib/access/policy/features';
import { hasAny } from '@/lib/access/policy/is-open';
import type { Action, Area } from '@/lib/access/policy/policy';
import { may, principalOf } from '@/lib/access/policy/principal';
import type { ProgramFeature } from '@/lib/access/policy/program-features';
import { resolveBrand } from '@/lib/brand/brands/resolve';
import { cookieOf } from '@/lib/core/http/cookies';
import { hostnameOf, originOf } from '@/lib/core/http/origin';
import { chooseLocale, isLocale, LOCALES } from '@/lib/core/language/locales';
import { Lines } from '@/lib/core/server/lines';
import { leadsBack } from '@/lib/directory/people/access-as-user';
import { programFeatures } from '@/lib/directory/programs/features';
import { ownAccount } from '@/lib/sign-in/account/own-account';
import { sessionTokenOf, workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { readDisplay } from './display/preferences';
import { noteNotAllowed } from './not-allowed-note';
import { formatsOf } from './ui/formats';

/** The number of one user's requests processed at once: a user who opens hundreds waits without slowing others. */
const PAGES_AT_ONCE = 8;
const shared = globalThis as typeof globalThis & { tesseraPageTurns?: Lines };
shared.tesseraPageTurns ??= new Lines(PAGES_AT_ONCE);
const turns = shared.tesseraPageTurns;

/** The signed-in user, role, brand and language, cached per request; redirects everybody else to the sign-in. */
export const signedIn = cache(async () => {
  const request = new Headers(await headers());
  const actor = await workspaceActor({ headers: request });
  if (!actor) redirect(await wayIn(request));
  after(await turns.take(actor.userId, originOf(request).requestId));
  const [account, brand, principal] = await Promise.all([
    ownAccount(actor),
    resolveBrand({ cobrandHost: actor.brandName, hostname: hostnameOf(request) }),
    principalOf(actor)
  ]);
  const program = await programFeatures(principal);
  const chosen = cookieOf(request, 'user_locale');
  const preferred = isLocale(chosen) ? chosen : (account.locale ?? undefined);
  const locale = chooseLocale(LOCALES, preferred, request.get('accept-language'));
  return {
    actor,
    principal,
    program,
    account,
    brand,
    locale,
    t: await getTexts(locale, brand.texts[locale]),
    format: formatsOf(locale, account.timeZone),
    origin: { ...originOf(request), accessor: principal.accessor },
    display: readDisplay((name) => cookieOf(request, name)),
    nonce: request.get('x-nonce') ?? undefined
  };
});

/**
 * The address without a valid session: an administrator whose view as a user has expired returns to the own session.
 */
async function wayIn(request: Headers): Promise<string> {
  const token = await sessionTokenOf(request);
  return token && (await leadsBack(token)) ? '/workspace/people/access/end' : '/sdportal/login-signin-component';
}

/** The context of pages and server actions: the principal, the language and the formats. */
export async function signedInPrincipal() {
  const { principal, program, account, locale, t, format, origin } = await signedIn();
  return { principal, program, timeZone: account.timeZone, locale, t, format, origin };
}

/** The same for a page that requires a permission or a program feature, any of several; not found without it. */
export async function signedInFor(area: Area, action: Action, feature?: ProgramFeature | readonly ProgramFeature[]) {
  const context = await signedInPrincipal();
  if (may(context.principal, area, action) && (!feature || hasAny(context.program, feature))) return context;
  // Operators' pages are not found for other users.
  if (area !== 'system') noteNotAllowed();
  return notFound();
}

/** The same for a page of an optional feature (lib/access/policy/features.ts). */
export async function signedInWith(feature: Feature) {
  const context = await signedIn();
  if (!lackedFeatures(context.principal).includes(feature)) return context;
  noteNotAllowed();
  return notFound();
}
