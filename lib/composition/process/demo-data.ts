import { database } from '../../core/database/database';

/** Where the accounts of prisma/seed have their mail: a domain that nobody can have (RFC 2606). */
const DEMO_ADDRESSES = '%@demo.example';

/** The numbers of the issuers that hold the demo's accounts, whose passwords are public; none where there is no demo. */
export async function demoIssuers(): Promise<string[]> {
  const issuers = await database().$queryRaw<{ number: string }[]>`
    SELECT number FROM issuers WHERE id IN (SELECT issuer_id FROM users WHERE lower(email) LIKE ${DEMO_ADDRESSES})
    ORDER BY number`;
  return issuers.map(({ number }) => number);
}
