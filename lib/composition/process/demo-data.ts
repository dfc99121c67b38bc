import { z } from 'zod';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { usersMailedLike } from '../../directory/people/reads/users-mailed';
import { numberOfIssuer } from '../../directory/structure/reads/issuers';

/** The mail domain of the accounts in prisma/seed, which nobody can register (RFC 2606). */
const DEMO_ADDRESSES = '%@demo.example';

const issuerRow = z.strictObject({ number: z.string() });

/** The numbers of the issuers with demo accounts, whose passwords are public; empty without a demo. */
export async function demoIssuers(): Promise<string[]> {
  const issuers = await readRows(database(), issuerRow)`
    SELECT DISTINCT ${numberOfIssuer(Prisma.sql`u.issuer_id`)} AS number FROM ${usersMailedLike(DEMO_ADDRESSES)} u ORDER BY 1`;
  return issuers.map(({ number }) => number);
}
