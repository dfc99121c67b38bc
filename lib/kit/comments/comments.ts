import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { TextKey } from '../../core/language/text-key';
import { ofUser } from '../../directory/people/reads/of-user';
import { userName } from '../../directory/people/reads/user-name';
import { type Commentables, type CommentedOn, commentableOf, commentFault } from './commentable';

const commentRow = z.strictObject({
  id: z.string(),
  /** Null once it is removed. */
  text: z.string().nullable(),
  /** Who wrote it; null for a user of another issuer. */
  by: z.string().nullable(),
  writtenAt: z.date(),
  /** Whether the principal wrote it. */
  isOwn: z.boolean(),
  /** The names of those who are mentioned. */
  mentioned: z.array(z.string())
});

/** A comment on a record. */
export type Comment = z.infer<typeof commentRow>;

/**
 * The comments on a record, the oldest first, with what is left of removed ones, and the reason that the principal
 * can't add one; null if they don't see the record.
 */
export async function commentsOf(
  commentables: Commentables,
  principal: Principal,
  on: CommentedOn
): Promise<{ comments: Comment[]; fault: TextKey | null } | null> {
  const record = await commentableOf(commentables, on).find(database(), principal, on.id);
  if (!record) return null;
  const comments = await readRows(database(), commentRow)`
    SELECT c.id, c.text, c.written_at AS "writtenAt", c.author_id = ${principal.userId}::uuid AS "isOwn",
      ${userName(Prisma.sql`c.issuer_id`, Prisma.sql`c.author_id`)} AS by,
      (SELECT coalesce(json_agg(u.first_name || ' ' || u.last_name ORDER BY u.last_name, u.first_name, u.id), '[]'::json)
        FROM comment_mentions m ${ofUser('m.user_id')}
        WHERE (m.issuer_id, m.comment_id) = (c.issuer_id, c.id)) AS mentioned
    FROM comments c
    WHERE c.issuer_id = ${record.issuerId}::uuid AND c.entity = ${on.entity} AND c.record_id = ${on.id}::uuid
    ORDER BY c.written_at, c.id`;
  return { comments, fault: commentFault(record, principal) };
}
