import { Prisma } from '../../core/database/prisma/client';
import type { Commentable } from '../../kit/comments/commentable';
import { ATTACHABLE_SPACE } from './attachable';

/** Whoever may take a parking space comments on it; its issuer's users read that. */
export const COMMENTABLE_SPACE: Commentable = {
  find: async (tx, principal, id) => readBy(await ATTACHABLE_SPACE.find(tx, principal, id)),
  hold: async (tx, principal, id) => readBy(await ATTACHABLE_SPACE.hold(tx, principal, id))
};

const readBy = (space: Awaited<ReturnType<(typeof ATTACHABLE_SPACE)['find']>>) =>
  space && { ...space, readers: Prisma.sql`u.issuer_id = ${space.issuerId}::uuid` };
