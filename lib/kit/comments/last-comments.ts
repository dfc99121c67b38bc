import { z } from 'zod';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { userName } from '../../directory/people/reads/user-name';
import type { CommentableEntity } from './commentable';

const lastCommentRow = z.strictObject({
  recordId: z.string(),
  text: z.string(),
  /** Who wrote it; null for a user of another issuer. */
  by: z.string().nullable(),
  writtenAt: z.date(),
  /** The number of comments on the record. */
  count: z.number()
});

/** The last comment on a record. */
export type LastComment = z.infer<typeof lastCommentRow>;

/** The last comments on records that the caller has read within the reader's scope, by record, without removed ones. */
export async function lastComments(
  issuerId: string,
  entity: CommentableEntity,
  recordIds: readonly string[]
): Promise<Map<string, LastComment>> {
  const found = await readRows(database(), lastCommentRow)`
    SELECT DISTINCT ON (c.record_id) c.record_id AS "recordId", c.text, c.written_at AS "writtenAt",
      (count(*) OVER (PARTITION BY c.record_id))::int AS count,
      ${userName(Prisma.sql`c.issuer_id`, Prisma.sql`c.author_id`)} AS by
    FROM comments c
    WHERE c.issuer_id = ${issuerId}::uuid AND c.entity = ${entity} AND c.record_id = ANY(${[...recordIds]}::uuid[])
      AND c.text IS NOT NULL
    ORDER BY c.record_id, c.written_at DESC, c.id DESC`;
  return new Map(found.map((comment) => [comment.recordId, comment]));
}
