import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { plainText } from '../../core/entry/plain-text';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { PICKABLE } from '../../directory/people/find-people';
import { knownUser } from '../../directory/people/known-user';
import { holdUsers } from '../../directory/people/reads/hold-users';
import { postNotice } from '../notices/post-notice';
import { type CommentableRecord, type Commentables, type CommentedOn, commentableOf, open } from './commentable';

const MOST_TEXT = 2000;
/** The most comments on a record, removed ones too: all of them stand on its page. */
export const MOST_COMMENTS = 200;
export const MOST_MENTIONS = 10;

/** The text of a comment, as a form brings it. */
export const commentSchema = z.object({ text: plainText({ max: MOST_TEXT, lines: true }) });

export interface NewComment {
  text: string;
  /** The ids of the users who are mentioned. */
  mentions: readonly string[];
}

/**
 * Adds a comment to a record and mentions those of the given users, all of whom must see the record themselves. Refuses
 * more than 10 of them, and more than 200 comments. The audit has no text of it. Returns its id.
 */
export function addComment(
  commentables: Commentables,
  principal: Principal,
  on: CommentedOn,
  { text, mentions }: NewComment,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    const held = open(await commentableOf(commentables, on).hold(tx, principal, on.id), principal);
    if (!held.ok) return held;
    const { issuerId, nodeId } = held.value;
    if ((await tx.comment.count({ where: { issuerId, entity: on.entity, recordId: on.id } })) >= MOST_COMMENTS)
      return refused({ code: 'comment.most', params: { maximum: MOST_COMMENTS } });
    const mentioned = [...new Set(mentions)];
    if (mentioned.length > MOST_MENTIONS)
      return refused({ code: 'comment.mention.most', field: 'mention', params: { maximum: MOST_MENTIONS } });
    if (!(await areReaders(tx, held.value, mentioned)))
      return refused({ code: 'comment.mention.unknown', field: 'mention' });
    const id = newId();
    await tx.comment.create({
      data: { issuerId, id, entity: on.entity, recordId: on.id, authorId: principal.userId, text, writtenAt: now() }
    });
    await tellMentioned(tx, principal, held.value, mentioned);
    await tx.commentMention.createMany({ data: mentioned.map((userId) => ({ issuerId, commentId: id, userId })) });
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: 'comment.added',
      entity: on.entity,
      entityId: on.id,
      details: { comment: id, ...(mentioned.length > 0 && { mentioned: mentioned.join(', ') }) }
    });
    return accepted(id);
  });
}

/** Puts a notice into the inboxes of those who are mentioned, without the text; nobody tells themselves. */
async function tellMentioned(
  tx: Transaction,
  { issuerId: ownIssuer, userId: ownId }: Principal,
  { issuerId, page }: CommentableRecord,
  mentioned: readonly string[]
): Promise<void> {
  if (!page || mentioned.length === 0) return;
  const author = await knownUser(tx, { issuerId: ownIssuer, id: ownId });
  const params = { name: author?.name ?? '' };
  for (const userId of mentioned)
    if (userId !== ownId) await postNotice(tx, { issuerId, userId, kind: 'comment.mentioned', params, href: page });
}

/** Whether all of these users see the record. They are locked until the commit. */
const areReaders = (tx: Transaction, { issuerId, readers }: CommentableRecord, ids: string[]): Promise<boolean> =>
  holdUsers(tx, issuerId, ids, Prisma.sql`${PICKABLE} AND ${readers}`);
