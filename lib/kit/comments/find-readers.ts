import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { findPeople, type PersonChoice, personNamed } from '../../directory/people/find-people';
import { type Commentables, type CommentedOn, commentableOf, open } from './commentable';

/** Those whom the principal can mention in a comment on a record, by the beginnings of names and user id; at most 20. */
export async function findReaders(
  commentables: Commentables,
  principal: Principal,
  on: CommentedOn,
  text: string
): Promise<PersonChoice[]> {
  const record = open(await commentableOf(commentables, on).find(database(), principal, on.id), principal);
  if (!record.ok) return [];
  const { issuerId, readers } = record.value;
  return findPeople(
    Prisma.sql`u.issuer_id = ${issuerId}::uuid AND u.id <> ${principal.userId}::uuid AND ${readers}`,
    text
  );
}

/** The one of them whom a typed text names. */
export const readerNamed = (
  commentables: Commentables,
  principal: Principal,
  on: CommentedOn,
  text: string
): Promise<PersonChoice | null> => personNamed((typed) => findReaders(commentables, principal, on, typed), text);
