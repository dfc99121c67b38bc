import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { after } from 'next/server';
import { cache } from 'react';
import { getTexts } from '@/i18n/texts';
import { type Feature, lackedFeatures } from '@/lib/access/policy/features';
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

/** Pages and actions of one person that are worked on at once: who opens hundreds waits for oneself, and nobody else does. */
const PAGES_AT_ONCE = 8;
const place = globalThis as typeof globalThis & { tesseraPageTurns?: Lines };
place.tesseraPageTurns ??= new Lines(PAGES_AT_ONCE);
const turns = place.tesseraPageTurns;

/**
 * Who is signed in and as what, on which brand and in which language; sends everybody else to sign in. Once a
 * request.
 */
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

/** Where nobody who is signed in goes on: an administrator whose time as another user is over, to their own session. */
async function wayIn(request: Headers): Promise<string> {
  const token = await sessionTokenOf(request);
  return token && (await leadsBack(token)) ? '/workspace/people/access/end' : '/sdportal/login-signin-component';
}

/** What pages and server actions of the platform begin with: who asks, and how to speak to them. */
export async function signedInPrincipal() {
  const { principal, program, account, locale, t, format, origin } = await signedIn();
  return { principal, program, timeZone: account.timeZone, locale, t, format, origin };
}

/** The same for a page that needs an authority, or a feature of one's program; without it nothing is there. */
export async function signedInFor(area: Area, action: Action, feature?: ProgramFeature) {
  const context = await signedInPrincipal();
  if (may(context.principal, area, action) && (!feature || context.program.has(feature))) return context;
  // What the operator of the system has is not even there for others.
  if (area !== 'system') noteNotAllowed();
  return notFound();
}

/** The same for a page of a feature that not everybody has (lib/access/policy/features.ts). */
export async function signedInWith(feature: Feature) {
  const context = await signedIn();
  if (!lackedFeatures(context.principal).includes(feature)) return context;
  noteNotAllowed();
  return notFound();
}
