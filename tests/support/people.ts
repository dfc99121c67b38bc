import { createCipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { hashSync } from 'bcrypt';
import type { TestDatabase } from './database';
import { hashCost, TEST_SECRET } from './server';
import { withSetting } from './settings';

export const PASSWORD = 'Cedar-Lantern-42';

export interface Person {
  id: string;
  issuerId: string;
  userId: string;
  password: string;
  b2BAlias: string;
  ldapId: string;
  email: string;
}

/** The hash as the product makes it, worked out here a second time on purpose. */
export function hashOf(password: string, cost = Number(hashCost())): string {
  const pepper = Buffer.from(hkdfSync('sha256', TEST_SECRET, 'tessera', 'password-pepper', 32));
  return hashSync(createHmac('sha256', pepper).update(password).digest('base64'), cost);
}

const ready = new Map<string, string>();

/** The same, made once: what people of tests have in common needn't be hashed for each. */
function readyHash(secret: string): string {
  const hash = ready.get(secret) ?? hashOf(secret);
  ready.set(secret, hash);
  return hash;
}

export interface PersonOptions {
  status?: 'active' | 'inactive' | 'locked';
  lockCause?: string | null;
  role?: string;
  mustChange?: boolean;
  password?: string;
  /** Null: none. */
  email?: string | null;
  expiresAt?: Date | null;
  firstName?: string;
  lastName?: string;
}

/** A user who can sign in, in an existing issuer; without an assignment (see structure.ts). */
export async function aPersonOf(
  database: TestDatabase,
  issuerId: string,
  {
    status = 'active',
    lockCause = null,
    role = 'A',
    mustChange = false,
    password = PASSWORD,
    email,
    expiresAt = null,
    firstName = 'Robin',
    lastName = 'Example'
  }: PersonOptions = {}
): Promise<Person> {
  const tag = aTag();
  const id = randomUUID();
  const person = {
    id,
    issuerId,
    userId: `Person.${tag}`,
    password,
    b2BAlias: randomBytes(16).toString('hex'),
    ldapId: randomBytes(16).toString('hex'),
    email: `person.${tag}@mail.example`
  };
  const passwordHash = readyHash(password);
  await database.query(
    `INSERT INTO users (issuer_id, id, user_id, first_name, last_name, role, status, lock_cause, locked_at, email)
     VALUES ($1, $2, $3, $8, $9, $4::user_role, $5::user_status, $6::lock_cause, CASE WHEN $6::text IS NULL THEN NULL ELSE now() END, $7)`,
    [
      issuerId,
      id,
      person.userId,
      role,
      status,
      lockCause,
      email === undefined ? person.email : email,
      firstName,
      lastName
    ]
  );
  await database.query('INSERT INTO user_directory VALUES ($1, $2, $3, $4, $5)', [
    person.userId.toLowerCase(),
    person.b2BAlias,
    person.ldapId,
    issuerId,
    id
  ]);
  await database.query(
    'INSERT INTO credentials (issuer_id, user_id, password_hash, must_change, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [issuerId, id, passwordHash, mustChange, expiresAt]
  );
  await database.query('INSERT INTO password_history VALUES ($1, $2, $3, $4)', [
    issuerId,
    id,
    randomUUID(),
    passwordHash
  ]);
  return person;
}

/** Ten hexadecimal digits, no three alike in a row: a user id breaks no rule of a password but that it is one. */
function aTag(): string {
  const tag = randomBytes(5).toString('hex');
  return /(.)\1\1/.test(tag) ? aTag() : tag;
}

/** A cardholder who can sign in, alone in an issuer of their own. */
export async function aCardholder(
  database: TestDatabase,
  {
    unlockMinutes = 30,
    timeZone = 'UTC',
    oneTimePin = false,
    ...options
  }: PersonOptions & { unlockMinutes?: number | null; timeZone?: string; oneTimePin?: boolean } = {}
): Promise<Person> {
  const tag = randomBytes(5).toString('hex');
  const issuerId = randomUUID();
  await database.query('INSERT INTO issuers (id, number, name, time_zone) VALUES ($1, $2, $3, $4)', [
    issuerId,
    tag.toUpperCase(),
    `Issuer ${tag}`,
    timeZone
  ]);
  if (unlockMinutes !== 30) await withSetting(database, { issuerId }, 'lock.release.minutes', unlockMinutes);
  if (oneTimePin) await withSetting(database, { issuerId }, 'one.time.pin.required', true);
  return aPersonOf(database, issuerId, options);
}

/** Gives a person a security question with its answer. */
export async function withQuestion(
  database: TestDatabase,
  person: Person,
  { questionId = 'first.pet', answer = 'Biscuit' } = {}
): Promise<void> {
  await database.query(
    'INSERT INTO security_answers (issuer_id, user_id, question_id, answer_hash) VALUES ($1, $2, $3, $4)',
    [person.issuerId, person.id, questionId, readyHash(answer.toLowerCase())]
  );
}

/** How many failures are counted for a person since the last sign-in. */
export async function failuresOf(database: TestDatabase, { b2BAlias }: Person): Promise<number> {
  const [counter] = await database.query<{ failures: number }>(
    'SELECT failures_since_sign_in AS failures FROM sign_in_counters WHERE b2b_alias = $1',
    [b2BAlias]
  );
  return counter?.failures ?? 0;
}

/** The step of a token's clock at an instant, and its code there: RFC 6238, worked out here a second time on purpose. */
export function tokenCode(secret: Buffer, at: number | Date = new Date(), algorithm = 'sha256'): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(typeof at === 'number' ? at : Math.floor(at.getTime() / 30_000)));
  const mac = createHmac(algorithm, secret).update(counter).digest();
  const offset = (mac.at(-1) as number) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1e8).padStart(8, '0');
}

/** A passcode as a soft token with a PIN pad shows it (PD.16). */
export function passcodeOf(secret: Buffer, pin: string, at: number | Date = new Date(), algorithm = 'sha256'): string {
  const code = tokenCode(secret, at, algorithm);
  const last = Array.from(code.slice(4), (digit, n) => (Number(digit) + Number(pin[n])) % 10);
  return code.slice(0, 4) + last.join('');
}

/** A seed none of whose codes near now begin alike, so that a passcode tells its step beyond doubt. */
function distinctSeed(algorithm: string): Buffer {
  const now = Math.floor(Date.now() / 30_000);
  for (;;) {
    const secret = randomBytes(32);
    const heads = Array.from({ length: 60 }, (_, n) => tokenCode(secret, now - 30 + n, algorithm).slice(0, 4));
    if (new Set(heads).size === heads.length) return secret;
  }
}

/** Makes a person a token user, past the first PIN and the first code unless `pin` is left out. */
export async function withToken(
  database: TestDatabase,
  person: Person,
  { pin, algorithm = 'SHA256' }: { pin?: string; algorithm?: 'SHA1' | 'SHA256' } = {}
): Promise<Buffer> {
  const secret = distinctSeed(algorithm.toLowerCase());
  const id = randomUUID();
  const key = Buffer.from(hkdfSync('sha256', TEST_SECRET, 'tessera', 'token-seed', 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(`token/${person.issuerId}/${id}`));
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
  await database.query(
    `INSERT INTO hardware_tokens (issuer_id, id, user_id, serial_number, status, algorithm, seed_encrypted, seed_key_id, pin_hash, last_accepted_step)
     VALUES ($1, $2, $3, $4, $5::hardware_token_status, $6::hardware_token_algorithm, $7, '1', $8, $9)`,
    [
      person.issuerId,
      id,
      person.id,
      id.slice(0, 8),
      pin ? 'active' : 'new_pin',
      algorithm,
      Buffer.concat([iv, cipher.getAuthTag(), encrypted]),
      readyHash(pin ?? '1357'),
      pin ? Math.floor(Date.now() / 30_000) - 1_000 : null
    ]
  );
  await database.query("UPDATE credentials SET login_type = 'token' WHERE user_id = $1", [person.id]);
  return secret;
}

/** What `withChallenge` enrols, by question. */
export const RESPONSES: Record<string, string> = {
  'first.pet': 'Biscuit',
  'first.job': 'Trieste Harbour',
  'childhood.street': 'Linden 42'
};

/** Puts a person under dual authentication, enrolled with RESPONSES unless `enrolled` is false. */
export async function withChallenge(database: TestDatabase, person: Person, { enrolled = true } = {}): Promise<void> {
  await withSetting(database, person, 'dual.authentication.required', true);
  if (!enrolled) return;
  const owner = [person.issuerId, person.id];
  await database.query(
    'INSERT INTO challenge_enrolments (issuer_id, user_id, enrolled_at) VALUES ($1, $2, now())',
    owner
  );
  for (const [at, [question, response]] of Object.entries(RESPONSES).entries())
    await database.query('INSERT INTO challenge_responses VALUES ($1, $2, $3, $4, $5)', [
      ...owner,
      question,
      at + 1,
      readyHash(response.toLowerCase())
    ]);
}

/** The response to the question that waits for a person. */
export async function rightResponse(database: TestDatabase, { id }: Person): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    'SELECT asked_question_id AS id FROM challenge_enrolments WHERE user_id = $1',
    [id]
  );
  return RESPONSES[row?.id ?? ''] ?? '';
}
