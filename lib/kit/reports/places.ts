import { may, type Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { type ScopePlace, scopePlaces } from '../../directory/structure/places';
import { contains } from '../listing/listing';

/** Reports are of one issuer, and so are the places that they are for. */
const ofIssuer = ({ issuerId }: Principal) => Prisma.sql`n.issuer_id = ${issuerId}::uuid`;

const mayPick = (principal: Principal): boolean =>
  may(principal, 'shared_reports', 'modify') || may(principal, 'report_schedules', 'modify');

/** The places whose people the principal can share a report with, or have it sent to, by name or number; at most 20. */
export async function placesToPick(principal: Principal, text: string): Promise<ScopePlace[]> {
  if (!mayPick(principal)) return [];
  const sought = text.trim();
  const matching = sought ? contains(sought, Prisma.sql`n.name_1`, Prisma.sql`n.number`) : Prisma.sql`TRUE`;
  return scopePlaces(principal, Prisma.sql`${ofIssuer(principal)} AND ${matching}`);
}

/** One of them by its id, or null. */
export async function placeToPick(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<ScopePlace | null> {
  if (!mayPick(principal)) return null;
  const [place] = await scopePlaces(principal, Prisma.sql`${ofIssuer(principal)} AND n.id = ${id}::uuid`, tx);
  return place ?? null;
}
