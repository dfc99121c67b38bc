import { randomBytes, randomUUID } from 'node:crypto';
import { appendAudit } from '@/lib/core/audit/audit';
import { transaction } from '@/lib/core/database/database';
import { ENTITIES } from '@/lib/kit/setup/entities';
import type { Entity } from '@/lib/kit/setup/entity';
import type { Field } from '@/lib/kit/setup/field';
import { aProfile } from './approvals';
import { aDispute } from './disputes';
import { ORIGIN } from './module-world';
import type { ScopeWorld } from './scope/world';
import type { StructureNode } from './structure';

const WORDS = ['Ash', 'birch', 'Cèdre', '50%', 'Elm_tree', '=Fir', 'ash', '樫', "O'Oak", 'a\\b'];
const STATUSES = ['active', 'inactive', 'locked'];
const OWNERS = ['issuer', 'company_group', 'company'];

/** A set-up record that a test has put there. */
export interface PutRecord {
  id: string;
  entity: Entity;
  owner: StructureNode;
  parentId: string | null;
}

/** Puts rows of every list of the workspace into a world, at random places and with random values. */
export async function fillLists(world: ScopeWorld): Promise<PutRecord[]> {
  for (const node of world.all()) {
    await people(world, node);
    if (OWNERS.includes(node.kind)) await templates(world, node);
    await messages(world, node);
    await registrations(world, node);
    if (node.kind === 'company') await approvalProfiles(world, node);
  }
  for (const issuer of world.all('issuer')) await programOptions(world, issuer);
  await audit(world);
  await jobs(world);
  const put = await records(world);
  await disputes(world, put);
  return put;
}

const wordOf = ({ random }: ScopeWorld) => random.pick(WORDS);
const momentOf = ({ random }: ScopeWorld) => new Date(Date.UTC(2026, random.below(12), 1 + random.below(28)));
const maybe = <T>({ random }: ScopeWorld, value: T): T | null => (random.chance(0.6) ? value : null);

async function people(world: ScopeWorld, node: StructureNode): Promise<void> {
  const { database, random } = world;
  const id = randomUUID();
  const status = random.pick(STATUSES);
  await database.query(
    `INSERT INTO users (issuer_id, id, user_id, first_name, last_name, email, role, status, lock_cause, locked_at, node_id, last_sign_in_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'A', $7::user_status, $8::lock_cause, CASE WHEN $8::text IS NULL THEN NULL ELSE now() END, $9, $10)`,
    [
      node.issuerId,
      id,
      `someone.${id.slice(0, 8)}`,
      wordOf(world),
      wordOf(world),
      maybe(world, `${id.slice(0, 8)}@mail.example`),
      status,
      status === 'locked' ? 'administrator' : null,
      node.id,
      maybe(world, momentOf(world))
    ]
  );
  if (random.chance(0.3))
    await database.query(
      `WITH made AS (INSERT INTO user_groups (issuer_id, id, node_id, name) VALUES ($1, $2, $3, $4) RETURNING id)
       INSERT INTO user_group_members SELECT $1, id, $5 FROM made`,
      [node.issuerId, randomUUID(), node.id, `${wordOf(world)} ${id.slice(0, 4)}`, id]
    );
}

async function templates(world: ScopeWorld, node: StructureNode): Promise<void> {
  for (const table of ['authority_templates', 'user_templates'])
    for (let count = world.random.below(3); count > 0; count -= 1)
      await world.database.query(
        `INSERT INTO ${table} (issuer_id, id, node_id, role, name, description) VALUES ($1, $2, $3, 'O', $4, $5)`,
        [node.issuerId, randomUUID(), node.id, `${wordOf(world)} ${count}`, maybe(world, wordOf(world))]
      );
}

/** Disputes where the issuer has a reason for one. Whoever sees their account sees them: none is a draft. */
async function disputes(world: ScopeWorld, records: readonly PutRecord[]): Promise<void> {
  const states = ['submitted', 'under_review', 'won', 'lost', 'withdrawn'] as const;
  const reasons = records.filter(({ entity }) => entity.name === 'dispute-reason');
  for (const account of world.all('account'))
    if (reasons.some(({ owner }) => owner.issuerId === account.issuerId))
      await aDispute(world.database, account, {
        state: world.random.pick(states),
        merchant: wordOf(world),
        amount: `${1 + world.random.below(900)}.5`,
        days: world.random.below(90)
      });
}

async function messages(world: ScopeWorld, node: StructureNode): Promise<void> {
  for (let count = world.random.below(3); count > 0; count -= 1)
    await world.database.query(
      `INSERT INTO inbox_messages (issuer_id, id, node_id, roles, subject, body, must_confirm, first_day, last_day,
         sender_issuer_id, sender_id, sender_role, sent_at)
       VALUES ($1, $2, $3, '{}', $4, 'x', $5, '2026-01-01', $6, $1, $2, 'C', $7)`,
      [
        ...[node.issuerId, randomUUID(), node.id, wordOf(world), world.random.chance(0.5)],
        ...[maybe(world, '2026-12-31'), momentOf(world)]
      ]
    );
}

async function approvalProfiles(world: ScopeWorld, company: StructureNode): Promise<void> {
  for (let count = world.random.below(4); count > 0; count -= 1)
    await aProfile(world.database, company, {
      name: `${wordOf(world)} ${count}`,
      levels: [{ limit: '100' }, {}].slice(world.random.below(2)),
      places: count === 1 ? [company] : []
    });
}

async function registrations(world: ScopeWorld, node: StructureNode): Promise<void> {
  const { database, random } = world;
  const pending = random.chance(0.5);
  if (node.kind === 'account' || node.kind === 'issuer')
    await database.query(
      `INSERT INTO registrations (issuer_id, id, kind, state, node_id, brand_name, locale, email, name, registered_at, decided_at)
       VALUES ($1, $2, 'account_application', $3::registration_state, $4, 'tessera', 'en_US', $5, $6, $7, $8)`,
      [
        node.issuerId,
        randomUUID(),
        pending ? 'pending_approval' : 'approved',
        node.id,
        `${node.id.slice(0, 8)}@mail.example`,
        wordOf(world),
        momentOf(world),
        pending ? null : momentOf(world)
      ]
    );
  if (node.kind === 'account' || node.kind === 'company')
    await database.query(
      `INSERT INTO registration_locks (id, subject, subject_hash, misses, last_missed_at, locked_at, issuer_id, node_id, label)
       VALUES ($1, $2::registration_subject, $3, 3, now(), $4, $5, $6, $7)`,
      [
        randomUUID(),
        random.pick(['account', 'email']),
        randomBytes(32),
        momentOf(world),
        node.issuerId,
        node.id,
        wordOf(world)
      ]
    );
  if (node.kind === 'company' && random.chance(0.7))
    await database.query(
      'INSERT INTO corporate_codes (issuer_id, company_id, code, set_at) VALUES ($1, $2, $3, now())',
      [
        node.issuerId,
        node.id,
        // Neither four in a row nor four alike.
        [5, 0, 9].map((digit) => `${digit}${random.below(10)}`).join('') + random.pick(['5', '51', '515', '5151'])
      ]
    );
}

async function programOptions({ database }: ScopeWorld, issuer: StructureNode): Promise<void> {
  for (const [n, type] of (
    await database.query<{ type: string }>('SELECT unnest(enum_range(NULL::program_type))::text AS type')
  ).entries())
    await database.query(
      'INSERT INTO program_options (issuer_id, id, name, program_type) VALUES ($1, $2, $3, $4::program_type)',
      [issuer.issuerId, randomUUID(), `${WORDS[n % WORDS.length]} ${n}`, type.type]
    );
}

async function audit(world: ScopeWorld): Promise<void> {
  for (let count = 0; count < 40; count += 1) {
    const node = world.random.pick(world.all());
    const nodeId = maybe(world, node.id);
    const entry = {
      action: 'user.locked' as const,
      entity: 'user' as const,
      entityId: wordOf(world),
      details: { word: wordOf(world) }
    };
    await transaction((tx) => appendAudit(tx, ORIGIN, { issuerId: node.issuerId, nodeId, ...entry }));
  }
}

async function jobs(world: ScopeWorld): Promise<void> {
  for (const { principal } of world.watchers)
    for (const kind of ['setup.copy', 'structure.check'])
      await world.database.query(
        `INSERT INTO jobs (issuer_id, id, kind, node_id, owner_user_id, status, total, finished_at)
         VALUES ($1, $2, $3, $1, $4, 'completed', $5, $6)`,
        [
          principal.issuerId,
          randomUUID(),
          kind,
          principal.userId,
          maybe(world, world.random.below(100)),
          momentOf(world)
        ]
      );
}

/** Records of every entity, wherever it may have some; parts of records come after those. */
async function records(world: ScopeWorld): Promise<PutRecord[]> {
  const put: PutRecord[] = [];
  const left = [...ENTITIES.values()];
  for (let entity = left.shift(); entity; entity = left.shift()) {
    const { parent, levels } = entity;
    if (parent && left.some(({ name }) => name === parent.entity)) {
      left.push(entity);
      continue;
    }
    for (const owner of world.all().filter(({ kind }) => levels.some((level) => level === kind))) {
      const parents = put.filter((record) => record.entity.name === parent?.entity && record.owner === owner);
      if (parent && parents.length === 0) continue;
      for (let count = world.random.below(5); count > 0; count -= 1) {
        const parentId = parent ? world.random.pick(parents).id : null;
        put.push(await aRecordOf(world, { id: randomUUID(), entity, owner, parentId }));
      }
    }
  }
  await references(world, put);
  return put;
}

/** What a check of the database demands of an entity's fields. */
const CHECKED: Readonly<Record<string, Record<string, string>>> = {
  'bank-originator': { rail: 'nacha' },
  'real-card': { expiry: '06/39' }
};

async function aRecordOf(world: ScopeWorld, record: PutRecord): Promise<PutRecord> {
  const { id, entity, owner, parentId } = record;
  const values = Object.entries(entity.fields).map(([name, field]) => [name, aValueOf(world, field)] as const);
  const { code, name, ...data } = {
    ...Object.fromEntries(values.filter(([, value]) => value !== null)),
    ...CHECKED[entity.name]
  };
  await world.database.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, code, name, data, position, inactive_since)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      owner.issuerId,
      id,
      entity.name,
      owner.id,
      parentId,
      'code' in entity.fields ? (code ?? wordOf(world)) : null,
      name ?? wordOf(world),
      JSON.stringify(data),
      world.random.below(4),
      world.random.chance(0.3) ? momentOf(world) : null
    ]
  );
  return record;
}

/** The targets of the records' references: of the right entity if there is one, else themselves. */
async function references(world: ScopeWorld, put: PutRecord[]): Promise<void> {
  for (const record of put)
    for (const [field, { target, type }] of Object.entries(record.entity.fields)) {
      const { issuerId, id } = record.owner;
      const fitting = put.filter(({ entity, owner }) => entity.name === target?.entity && owner.issuerId === issuerId);
      if (target) await refer(world, record, field, 'target_record_id', (fitting.at(-1) ?? record).id);
      if (type === 'node') await refer(world, record, field, 'target_node_id', id);
    }
}

const refer = ({ database }: ScopeWorld, { id, owner }: PutRecord, field: string, column: string, target: string) =>
  database.query(
    `INSERT INTO setup_references (issuer_id, record_id, field, place, ${column}) VALUES ($1, $2, $3, 0, $4)`,
    [owner.issuerId, id, field, target]
  );

/** A value of a field as records keep it; none at times, where there may be none. */
function aValueOf(world: ScopeWorld, { type, options = {}, required, shows = 0 }: Field): unknown {
  const { random } = world;
  if (!required && type !== 'yes-no' && random.chance(0.4)) return null;
  switch (type) {
    case 'whole':
      return random.below(20);
    case 'decimal':
      return String(random.below(200) / 8);
    case 'date':
      return momentOf(world).toISOString().slice(0, 10);
    case 'yes-no':
      return random.chance(0.5);
    case 'choice':
      return random.pick(Object.keys(options));
    case 'choices':
      return Object.keys(options).slice(0, 2);
    case 'lines':
    case 'emails':
      return [wordOf(world), wordOf(world)];
    case 'language':
      return 'en_US';
    case 'currency':
      return 'EUR';
    case 'secret':
      return `kept:${'0123456789abcdef'.repeat(4)}:${String(1000 + random.below(9000)).slice(4 - shows)}`;
    case 'record':
    case 'records':
    case 'node':
    case 'file':
      return null;
    default:
      return wordOf(world);
  }
}
