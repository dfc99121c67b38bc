import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { atNode } from '../structure/reads/joins';
import { fullName } from './user-record';

/** The columns of a choice, for user `u`. */
export const CHOICE = Prisma.sql`u.id, u.user_id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName"`;

export const personChoiceRow = z.strictObject({
  id: z.string(),
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string()
});

/** A person who can be picked by name. */
export type PersonChoice = z.infer<typeof personChoiceRow>;

/** An active user, whom anybody can pick. */
export const PICKABLE = Prisma.sql`u.status = 'active' AND u.deleted_at IS NULL`;

const SHOWN = 20;

/**
 * The active users of a condition (of user `u` at node `n`) by the beginnings of names and user id; at most 20. The
 * condition says whom the asker may pick: this looks at nothing else.
 */
export const findPeople = (condition: Prisma.Sql, text: string): Promise<PersonChoice[]> =>
  readRows(database(), personChoiceRow)`SELECT ${CHOICE} ${among(condition, text)}`;

const placedChoiceRow = personChoiceRow.extend({ place: z.string().nullable() });

/** A person who can be picked by name, with the name of the place where they are managed. */
export type PlacedChoice = z.infer<typeof placedChoiceRow>;

/** Does the same with their places, for an asker who may know them. */
export const findPlacedPeople = (
  condition: Prisma.Sql,
  text: string,
  tx: Transaction = database()
): Promise<PlacedChoice[]> =>
  readRows(tx, placedChoiceRow)`SELECT ${CHOICE}, n.name_1 AS place ${among(condition, text)}`;

function among(condition: Prisma.Sql, text: string): Prisma.Sql {
  const words = text.split(/\s+/).filter(Boolean).slice(0, 5);
  const begins = words.map((word) => Prisma.sql`AND u.search_text LIKE '% ' || searchable(${word}) || '%'`);
  return Prisma.sql`
    FROM users u LEFT ${atNode('u.node_id')}
    WHERE ${PICKABLE} AND ${condition} ${Prisma.join([Prisma.empty, ...begins], ' ')}
    ORDER BY u.last_name, u.first_name, u.id LIMIT ${SHOWN}`;
}

/**
 * The one of these people whom a typed text names, for picking without a script: by the whole name or user id, else as
 * the only one found.
 */
export async function personNamed(
  find: (text: string) => Promise<PersonChoice[]>,
  text: string
): Promise<PersonChoice | null> {
  const typed = text.trim().toLowerCase();
  const found = await find(typed);
  const exact = found.filter((each) => [each.userId, fullName(each)].some((name) => name.toLowerCase() === typed));
  const [only, ...others] = exact.length > 0 ? exact : found;
  return only && others.length === 0 ? only : null;
}
