import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database, type Transaction, transaction } from '../../core/database/database';
import { NO_CARD_NUMBER, plainText } from '../../core/entry/plain-text';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';

/** The most quick links of a user. */
export const MOST_LINKS = 20;

/** A page that a user keeps on the home page. */
export interface QuickLink {
  id: string;
  name: string;
  /** An address of the workspace. */
  address: string;
}

/** The name of a quick link. */
export const linkNameSchema = z.object({ name: plainText({ max: 60 }) });

/** A new quick link: only pages of the workspace, none of which has a card number in its address (C9.009). */
export const quickLinkSchema = linkNameSchema.extend({
  address: z
    .string()
    .max(2000)
    .regex(/^\/workspace(?=$|[/?])[^\s\\#]*$/)
    .refine((address) => !address.includes('//'))
    .refine(...NO_CARD_NUMBER)
});

type Owner = Pick<Principal, 'issuerId' | 'userId' | 'accessor'>;

/** The user's own quick links, in their order (C2.005). */
export async function quickLinks({ issuerId, userId }: Owner): Promise<QuickLink[]> {
  const links = await database().quickLink.findMany({ where: { issuerId, userId }, orderBy: { position: 'asc' } });
  return links.map(({ id, name, address }) => ({ id, name, address }));
}

/** Adds a page as the last link; refuses a name that another link has, and more than 20. Returns its id. */
export function addQuickLink(owner: Owner, link: z.output<typeof quickLinkSchema>): Promise<Result<string>> {
  return ownLinks(owner, async (tx, present) => {
    if (hasName(present, link.name)) return refused({ code: 'quick.link.taken', field: 'name' });
    if (present.length >= MOST_LINKS) return refused({ code: 'quick.link.most', params: { maximum: MOST_LINKS } });
    const { issuerId, userId } = owner;
    const id = newId();
    await tx.quickLink.create({ data: { issuerId, id, userId, ...link, position: present.length + 1 } });
    return accepted(id);
  });
}

/** Renames a link. */
export function renameQuickLink(owner: Owner, id: string, name: string): Promise<Result<null>> {
  return ownLinks(owner, async (tx, present) => {
    if (!present.some((link) => link.id === id)) return refused({ code: 'not.found' });
    const others = present.filter((link) => link.id !== id);
    if (hasName(others, name)) return refused({ code: 'quick.link.taken', field: 'name' });
    await tx.quickLink.update({ where: { issuerId_id: { issuerId: owner.issuerId, id } }, data: { name } });
    return accepted(null);
  });
}

/** Moves a link before or after its neighbour; the first and the last stay where they are. */
export function moveQuickLink(owner: Owner, id: string, by: 1 | -1): Promise<Result<null>> {
  return ownLinks(owner, async (tx, present) => {
    const at = present.findIndex((link) => link.id === id);
    const [link, neighbour] = [present[at], present[at + by]];
    if (!link) return refused({ code: 'not.found' });
    if (neighbour) {
      await place(tx, owner, id, 0);
      await place(tx, owner, neighbour.id, link.position);
      await place(tx, owner, id, neighbour.position);
    }
    return accepted(null);
  });
}

/** Removes a link; the others close up, so that there is room for another. */
export function removeQuickLink(owner: Owner, id: string): Promise<Result<null>> {
  return ownLinks(owner, async (tx, present) => {
    const gone = present.find((link) => link.id === id);
    if (!gone) return refused({ code: 'not.found' });
    await tx.quickLink.delete({ where: { issuerId_id: { issuerId: owner.issuerId, id } } });
    for (const { id: next, position } of present)
      if (position > gone.position) await place(tx, owner, next, position - 1);
    return accepted(null);
  });
}

/** Puts a link at a position that is free. */
const place = (tx: Transaction, { issuerId }: Owner, id: string, position: number) =>
  tx.quickLink.update({ where: { issuerId_id: { issuerId, id } }, data: { position } });

interface Placed extends QuickLink {
  position: number;
}

/** Runs one command at a time on the links of a user. Nobody changes them who only views as that user. */
function ownLinks<Value>(
  { issuerId, userId, accessor }: Owner,
  work: (tx: Transaction, present: Placed[]) => Promise<Result<Value>>
): Promise<Result<Value>> {
  if (accessor) return Promise.resolve(refused({ code: 'access.as.user.closed' }));
  return transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`quick-links/${issuerId}/${userId}`}, 0))`;
    return work(tx, await tx.quickLink.findMany({ where: { issuerId, userId }, orderBy: { position: 'asc' } }));
  });
}

const hasName = (links: readonly QuickLink[], name: string) =>
  links.some((link) => link.name.toLowerCase() === name.toLowerCase());
