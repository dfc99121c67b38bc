import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { isId } from '../../core/secrets/ids';
import { rowsOf } from '../../kit/setup/records-of';
import { peopleSeen } from '../people/people-by-id';
import { fullName } from '../people/user-record';
import { atNode } from '../structure/reads/joins';
import resource from './entities/resource';

/** The most openings that the page of a resource shows. */
const SHOWN = 500;

const managedRow = z.strictObject({ issuerId: z.string(), name: z.string() });
const openRow = z.strictObject({
  userIssuerId: z.string(),
  id: z.string(),
  firstAt: z.date(),
  lastAt: z.date(),
  times: z.number()
});

/** Somebody who opened a resource. */
export interface Opener {
  id: string;
  userId: string;
  name: string;
  firstAt: Date;
  lastAt: Date;
  times: number;
}

/** Whether resource `r` is the principal's to manage: its owner is in their scope (C2.087). */
export const isManaged = (principal: Principal): Prisma.Sql =>
  may(principal, 'resource_setup', 'view')
    ? Prisma.sql`EXISTS (SELECT 1 FROM (SELECT 1) one ${atNode('r.owner_id')}
        WHERE ${within(principal.scope, nodeColumns('n'))})`
    : Prisma.sql`FALSE`;

/** A resource that the principal manages, with those of their scope who opened it, the last first; null for any other. */
export async function openersOf(principal: Principal, id: string): Promise<{ name: string; openers: Opener[] } | null> {
  if (!isId(id)) return null;
  const [found] = await readRows(database(), managedRow)`
    SELECT r.issuer_id AS "issuerId", r.name FROM ${rowsOf(resource)} r WHERE r.id = ${id}::uuid AND ${isManaged(principal)}`;
  if (!found) return null;
  const opens = await readRows(database(), openRow)`
    SELECT x.user_issuer_id AS "userIssuerId", x.user_id AS id, x.first_at AS "firstAt", x.last_at AS "lastAt", x.times
    FROM resource_opens x WHERE x.issuer_id = ${found.issuerId}::uuid AND x.resource_id = ${id}::uuid
    ORDER BY x.last_at DESC, x.user_id LIMIT ${SHOWN}`;
  const ofIssuer = (issuerId: string) => opens.flatMap((open) => (open.userIssuerId === issuerId ? open.id : []));
  const people = await Promise.all(
    [...new Set(opens.map(({ userIssuerId }) => userIssuerId))].map((issuerId) =>
      peopleSeen(database(), principal.scope, issuerId, ofIssuer(issuerId))
    )
  );
  const seen = new Map(people.flat().map((person) => [person.id, person]));
  return {
    name: found.name,
    openers: opens.flatMap(({ userIssuerId: _, ...open }) => {
      const person = seen.get(open.id);
      return person ? [{ ...open, userId: person.userId, name: fullName(person) }] : [];
    })
  };
}
