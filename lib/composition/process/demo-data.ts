import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';

/** The mail domain of the accounts in prisma/seed, which nobody can register (RFC 2606). */
const DEMO_ADDRESSES = '%@demo.example';

const issuerRow = z.strictObject({ number: z.string() });

/** The numbers of the issuers with demo accounts, whose passwords are public; empty without a demo. */
export async function demoIssuers(): Promise<string[]> {
  const issuers = await readRows(database(), issuerRow)`
    SELECT number FROM issuers WHERE id IN (SELECT issuer_id FROM users WHERE lower(email) LIKE ${DEMO_ADDRESSES})
    ORDER BY number`;
  return issuers.map(({ number }) => number);
}
