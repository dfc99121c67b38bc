import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';

/** Where the accounts of prisma/seed have their mail: a domain that nobody can have (RFC 2606). */
const DEMO_ADDRESSES = '%@demo.example';

const issuerRow = z.strictObject({ number: z.string() });

/** The numbers of the issuers that hold the demo's accounts, whose passwords are public; none where there is no demo. */
export async function demoIssuers(): Promise<string[]> {
  const issuers = await readRows(database(), issuerRow)`
    SELECT number FROM issuers WHERE id IN (SELECT issuer_id FROM users WHERE lower(email) LIKE ${DEMO_ADDRESSES})
    ORDER BY number`;
  return issuers.map(({ number }) => number);
}
