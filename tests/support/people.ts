import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { hashSync } from 'bcrypt';
import type { TestDatabase } from './database';
import { TEST_SECRET } from './server';

export const PASSWORD = 'Cedar-Lantern-42';

export interface Person {
  id: string;
  issuerId: string;
  userId: string;
  password: string;
  b2BAlias: string;
}

/** The hash as the product makes it, worked out here a second time on purpose. */
export function hashOf(password: string, cost = 10): string {
  const pepper = Buffer.from(hkdfSync('sha256', TEST_SECRET, 'tessera', 'password-pepper', 32));
  return hashSync(createHmac('sha256', pepper).update(password).digest('base64'), cost);
}

const ready = new Map<string, string>();

/** A cardholder who can sign in, alone in an issuer of their own. */
export async function aCardholder(
  database: TestDatabase,
  {
    status = 'active',
    lockCause = null,
    role = 'A',
    mustChange = false,
    unlockMinutes = 30,
    password = PASSWORD,
    timeZone = 'UTC'
  }: {
    status?: 'active' | 'inactive' | 'locked';
    lockCause?: string | null;
    role?: string;
    mustChange?: boolean;
    unlockMinutes?: number | null;
    password?: string;
    timeZone?: string;
  } = {}
): Promise<Person> {
  const tag = randomBytes(5).toString('hex');
  const [id, issuerId] = [randomUUID(), randomUUID()];
  const person = { id, issuerId, userId: `Person.${tag}`, password, b2BAlias: randomBytes(16).toString('hex') };
  if (!ready.has(password)) ready.set(password, hashOf(password));
  await database.query(
    'INSERT INTO issuers (id, number, name, automatic_unlock_minutes, time_zone) VALUES ($1, $2, $3, $4, $5)',
    [issuerId, tag.toUpperCase(), `Issuer ${tag}`, unlockMinutes, timeZone]
  );
  await database.query(
    `INSERT INTO users (issuer_id, id, user_id, first_name, last_name, role, status, lock_cause, locked_at)
     VALUES ($1, $2, $3, 'Robin', 'Example', $4::user_role, $5::user_status, $6::lock_cause, CASE WHEN $6::text IS NULL THEN NULL ELSE now() END)`,
    [issuerId, id, person.userId, role, status, lockCause]
  );
  await database.query('INSERT INTO user_directory VALUES ($1, $2, $3, $4, $5)', [
    person.userId.toLowerCase(),
    person.b2BAlias,
    randomBytes(16).toString('hex'),
    issuerId,
    id
  ]);
  await database.query(
    'INSERT INTO credentials (issuer_id, user_id, password_hash, must_change) VALUES ($1, $2, $3, $4)',
    [issuerId, id, ready.get(password), mustChange]
  );
  return person;
}
