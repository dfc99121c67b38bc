import { sealData, unsealData } from 'iron-session';
import { ANTI_FORGERY_COOKIE, antiForgeryTokenFor } from '../../core/http/anti-forgery';
import { cookieOf, setCookie } from '../../core/http/cookies';
import { isSecure } from '../../core/http/origin';
import { keyFor } from '../../core/secrets/keys';
import { type Actor, actorOf, type OpenedSession, type SessionKind } from './sessions';

const NAME = 'tessera-session';
/** Tells scripts that a session exists, and after how many idle seconds it ends; it grants no access. */
const IDLE_COOKIE = 'session-idle-seconds';
const ABSOLUTE_SECONDS = 12 * 60 * 60;

const cookieName = (request: Headers) => (isSecure(request) ? `__Host-${NAME}` : NAME);
const sealOptions = () => ({ password: keyFor('session-cookie').toString('base64'), ttl: ABSOLUTE_SECONDS });

/** The session token of a request, or undefined. */
export async function sessionTokenOf(request: Headers): Promise<string | undefined> {
  const sealed = cookieOf(request, cookieName(request));
  if (!sealed) return undefined;
  const { token } = await unsealData<{ token?: string }>(sealed, sealOptions());
  return token;
}

/** The actor of a request, or null (P6.003). */
export async function actorOfRequest(request: Headers): Promise<Actor | null> {
  const token = await sessionTokenOf(request);
  return token ? actorOf(token) : null;
}

/** The actor of a request with a full session; halfway sessions open only their next step (PD.8). */
export async function signedInActor(request: { headers: Headers }): Promise<Actor | null> {
  const actor = await actorOfRequest(request.headers);
  return actor?.kind === 'full' ? actor : null;
}

/** The actor of a request that may see the workspace: a signed-in user, or an administrator viewing as one (C6.018). */
export const workspaceActor = actorAt('full', 'access');

/** The actor of a sign-in at one of these steps, or null. */
export function actorAt(...kinds: SessionKind[]): (request: { headers: Headers }) => Promise<Actor | null> {
  return async (request) => {
    const actor = await actorOfRequest(request.headers);
    return actor && kinds.includes(actor.kind) ? actor : null;
  };
}

/** Set-Cookie values for a new session and the anti-forgery value bound to it (PD.12, PD.13). */
export async function sessionCookies(request: Headers, session: OpenedSession): Promise<string[]> {
  const sealed = await sealData({ token: session.token }, sealOptions());
  return [
    setCookie(request, cookieName(request), sealed, { httpOnly: true, sameSite: 'lax' }),
    setCookie(request, ANTI_FORGERY_COOKIE, antiForgeryTokenFor(session.id), { sameSite: 'strict' }),
    setCookie(request, IDLE_COOKIE, String(session.idleSeconds), { sameSite: 'strict' })
  ];
}

/** Set-Cookie values that delete the session's cookies. */
export function noSessionCookies(request: Headers): string[] {
  return [
    setCookie(request, cookieName(request), '', { httpOnly: true, sameSite: 'lax', maxAge: 0 }),
    setCookie(request, ANTI_FORGERY_COOKIE, '', { sameSite: 'strict', maxAge: 0 }),
    setCookie(request, IDLE_COOKIE, '', { sameSite: 'strict', maxAge: 0 })
  ];
}
