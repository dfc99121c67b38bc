import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';

const namedRow = z.strictObject({
  id: z.string(),
  userId: z.string(),
  email: z.string().nullable(),
  first: z.string(),
  last: z.string(),
  /** The user ids of one person have the same. */
  personId: z.string()
});

/** A user who is still there, as far as names tell people apart. */
export type NamedUser = z.infer<typeof namedRow>;

/** The person of the user whom two columns name, an expression: the user ids of one person have the same. */
export const personOf = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql => Prisma.sql`
  coalesce((SELECT l.primary_user_id FROM user_links l
    WHERE (l.issuer_id, l.linked_user_id) = (${issuer}, ${id}) AND l.status = 'confirmed'), ${id})`;

const personRow = z.strictObject({ personId: z.string() });

/** The person of a user. */
export async function personIdOf(tx: Transaction, issuerId: string, userId: string): Promise<string> {
  const [row] = await readRows(tx, personRow)`
    SELECT ${personOf(Prisma.sql`${issuerId}::uuid`, Prisma.sql`${userId}::uuid`)} AS "personId"`;
  return row?.personId ?? userId;
}

/** A person's name has at least a first and a last one. */
const LEAST_WORDS = 2;
const MOST = 500;

/** The users of a company whose names and user id have at least two of these words. */
export const peopleNamed = (
  tx: Transaction,
  { issuerId, companyId }: { issuerId: string; companyId: string },
  words: readonly string[]
): Promise<NamedUser[]> =>
  readRows(tx, namedRow)`
    WITH sought AS MATERIALIZED (
      SELECT DISTINCT '% ' || searchable(word) || ' %' AS pattern FROM unnest(${[...words]}::text[]) AS word
      WHERE searchable(word) <> '')
    SELECT u.id, u.user_id AS "userId", u.email, u.first_name AS first, u.last_name AS last,
      ${personOf(Prisma.sql`u.issuer_id`, Prisma.sql`u.id`)} AS "personId"
    FROM users u
    WHERE u.issuer_id = ${issuerId}::uuid AND u.company_id = ${companyId}::uuid AND u.status <> 'inactive'
      AND u.search_text LIKE ANY (ARRAY(SELECT pattern FROM sought))
      AND (SELECT count(*) FROM sought WHERE u.search_text LIKE pattern) >= ${LEAST_WORDS}
    ORDER BY u.id LIMIT ${MOST}`;
