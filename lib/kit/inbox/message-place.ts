import { may, type Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { type ScopePlace, scopePlaces } from '../../directory/structure/places';
import { contains } from '../listing/listing';

/** The places that the principal can send a message to whose name or number contains a text; at most 20. */
export async function messagePlaces(principal: Principal, text: string): Promise<ScopePlace[]> {
  if (!may(principal, 'messages', 'modify')) return [];
  const sought = text.trim();
  const matching = sought ? contains(sought, Prisma.sql`n.name_1`, Prisma.sql`n.number`) : Prisma.sql`TRUE`;
  return scopePlaces(principal, matching, database());
}

/** One of them by its id, or null. */
export async function messagePlace(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<ScopePlace | null> {
  if (!may(principal, 'messages', 'modify')) return null;
  const [place] = await scopePlaces(principal, Prisma.sql`n.id = ${id}::uuid`, tx);
  return place ?? null;
}
