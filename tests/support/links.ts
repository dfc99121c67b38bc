import type { Principal } from '@/lib/access/policy/principal';
import type { LinkPlace } from '@/lib/directory/people/links/confirm-link';
import { beginLink, proveLink } from '@/lib/directory/people/links/prove-link';
import type { TestDatabase } from './database';
import { ORIGIN } from './module-world';
import type { Person } from './people';
import { queuedMails } from './queued-mail';
import { place } from './sign-in';

/** The address at which the owner of an id refuses a link. */
export const refusalAddress = async () => 'https://cards.example/sdportal/link-refusal-component?cobrandHost=tessera';

export const linkPlace = async (): Promise<LinkPlace> => ({ ...(await place()), refusalAddress });

/** Gives the password of another id, as one's own. */
export const begin = async (principal: Principal, userId: string, password: string) =>
  beginLink(principal, { userId, password }, await linkPlace(), ORIGIN);

/** Answers the next step. */
export const prove = async (principal: Principal, secret: string) =>
  proveLink(principal, secret, await linkPlace(), ORIGIN);

/** The code that was mailed last for the link of an id. */
export async function linkCode(database: TestDatabase, { email }: Person): Promise<string> {
  const codes = (await queuedMails(database, email)).filter(({ template }) => template === 'link_code');
  return String(codes.at(-1)?.params.code);
}

/** Links an id of one's own by its password and the code that is mailed to it. */
export async function linkOwn(database: TestDatabase, principal: Principal, other: Person, password = other.password) {
  const begun = await begin(principal, other.userId, password);
  return begun.ok ? prove(principal, await linkCode(database, other)) : begun;
}

/** The token of the refusal that was mailed last to the owner of an id. */
export async function refusalToken(database: TestDatabase, { email }: Person): Promise<string> {
  const told = (await queuedMails(database, email)).filter(({ params }) => params.address !== undefined);
  return new URL(String(told.at(-1)?.params.address)).searchParams.get('token') ?? '';
}
