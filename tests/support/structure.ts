import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { TestDatabase } from './database';
import { aPersonOf, type Person, type PersonOptions } from './people';
import { withSetting } from './settings';

/** Nobody's tenant: the system's own administrators live here. */
const SYSTEM_ISSUER_ID = '00000000-0000-7000-8000-000000000000';

export interface StructureNode {
  issuerId: string;
  id: string;
  kind: 'issuer' | 'company_group' | 'company' | 'account_group' | 'org_point' | 'account';
  /** None for accounts. */
  number: string | null;
  name: string;
  companyId: string | null;
  path: string;
}

export interface IssuerGroup {
  id: string;
  issuers: readonly StructureNode[];
}

interface NodeOptions {
  number?: string;
  name?: string;
  status?: 'active' | 'closed';
}

const newTag = () => randomBytes(5).toString('hex');

/** A node of the structure by its id. */
export async function nodeOf(database: TestDatabase, issuerId: string, id: string): Promise<StructureNode> {
  const [node] = await database.query<StructureNode>(
    `SELECT issuer_id AS "issuerId", id, kind::text AS kind, number, name_1 AS name, company_id AS "companyId", path
     FROM nodes WHERE issuer_id = $1 AND id = $2`,
    [issuerId, id]
  );
  return node as StructureNode;
}

/** A node below another; the database works out its path and company. */
async function aNode(
  database: TestDatabase,
  kind: StructureNode['kind'],
  parent: StructureNode,
  { number, name, status = 'active', level }: NodeOptions & { level?: number } = {}
): Promise<StructureNode> {
  const [id, tag] = [randomUUID(), newTag()];
  await database.query(
    `INSERT INTO nodes (issuer_id, id, kind, parent_id, number, name_1, level, status)
     VALUES ($1, $2, $3::node_kind, $4, $5, $6, $7, $8::node_status)`,
    [
      parent.issuerId,
      id,
      kind,
      parent.id,
      kind === 'account' ? null : (number ?? tag.toUpperCase()),
      name ?? `${kind} ${tag}`,
      level ?? null,
      status
    ]
  );
  return nodeOf(database, parent.issuerId, id);
}

export async function anIssuer(
  database: TestDatabase,
  { number, name, oneTimePin = false }: NodeOptions & { oneTimePin?: boolean } = {}
): Promise<StructureNode> {
  const [id, tag] = [randomUUID(), newTag()];
  await database.query('INSERT INTO issuers (id, number, name) VALUES ($1, $2, $3)', [
    id,
    number ?? tag.toUpperCase(),
    name ?? `Issuer ${tag}`
  ]);
  if (oneTimePin) await withSetting(database, { issuerId: id }, 'one.time.pin.required', true);
  return nodeOf(database, id, id);
}

/** Several issuers under one issuer group administrator (role H). */
export async function anIssuerGroup(database: TestDatabase, issuers: readonly StructureNode[]): Promise<IssuerGroup> {
  const [id, tag] = [randomUUID(), newTag()];
  await database.query('INSERT INTO issuer_groups (id, number, name_1) VALUES ($1, $2, $3)', [
    id,
    tag.toUpperCase(),
    `Issuer group ${tag}`
  ]);
  for (const issuer of issuers)
    await database.query('INSERT INTO issuer_group_members VALUES ($1, $2)', [id, issuer.id]);
  return { id, issuers };
}

export const aCompanyGroup = (database: TestDatabase, issuer: StructureNode, options?: NodeOptions) =>
  aNode(database, 'company_group', issuer, options);

export async function aCompany(
  database: TestDatabase,
  parent: StructureNode,
  { currency = 'EUR', ...options }: NodeOptions & { currency?: string } = {}
): Promise<StructureNode> {
  const node = await aNode(database, 'company', parent, options);
  await database.query('INSERT INTO companies (issuer_id, id, currency) VALUES ($1, $2, $3)', [
    node.issuerId,
    node.id,
    currency
  ]);
  return node;
}

export const anAccountGroup = (database: TestDatabase, company: StructureNode, options?: NodeOptions) =>
  aNode(database, 'account_group', company, options);

export const anOrgPoint = (
  database: TestDatabase,
  parent: StructureNode,
  { level = 1, ...options }: NodeOptions & { level?: number } = {}
) => aNode(database, 'org_point', parent, { level, ...options });

/** An account; its card number is of no use, only its last four digits are. */
export async function anAccount(
  database: TestDatabase,
  parent: StructureNode,
  {
    currency = 'EUR',
    lastFour = String(randomInt(10_000)).padStart(4, '0'),
    ...options
  }: NodeOptions & { currency?: string; lastFour?: string } = {}
): Promise<StructureNode> {
  const node = await aNode(database, 'account', parent, options);
  const closed = options.status === 'closed';
  await database.query(
    `INSERT INTO accounts (issuer_id, id, card_number_encrypted, card_number_key_id, card_number_hash, last_four,
       currency, opened_on, state, closed_on)
     VALUES ($1, $2, $3, '1', $4, $5, $6, '2026-01-01', $7::account_state, $8)`,
    [
      node.issuerId,
      node.id,
      randomBytes(44),
      randomBytes(32),
      lastFour,
      currency,
      closed ? 'closed' : 'active',
      closed ? '2026-06-30' : null
    ]
  );
  return node;
}

/** One of every kind below an issuer, each below the one before. */
export async function aBranch(database: TestDatabase, issuer: StructureNode) {
  const group = await aCompanyGroup(database, issuer);
  const company = await aCompany(database, group);
  const accountGroup = await anAccountGroup(database, company);
  const point = await anOrgPoint(database, accountGroup);
  const account = await anAccount(database, point);
  return { group, company, accountGroup, point, account };
}

/** What an authority template grants, at a node; `authorities` are `area.action`. */
export async function anAuthorityTemplate(
  database: TestDatabase,
  role: string,
  node: StructureNode,
  authorities: readonly string[]
): Promise<string> {
  const id = randomUUID();
  await database.query(
    'INSERT INTO authority_templates (issuer_id, id, node_id, role, name, authorities) VALUES ($1, $2, $3, $4::user_role, $5, $6)',
    [node.issuerId, id, node.id, role, `Template ${newTag()}`, authorities]
  );
  return id;
}

/** Another assignment for a person: its place and the granted part of the role's permissions. */
export async function anAssignment(
  database: TestDatabase,
  person: Pick<Person, 'id' | 'issuerId'>,
  role: string,
  place: StructureNode | readonly StructureNode[] | IssuerGroup | null,
  {
    primary = false,
    authorities,
    lastDay = null
  }: { primary?: boolean; authorities?: readonly string[]; lastDay?: string | null } = {}
): Promise<string> {
  const id = randomUUID();
  const group = place && 'issuers' in place ? place : null;
  const nodes = place === null || group ? [] : ([place].flat() as StructureNode[]);
  const home = nodes[0] ?? group?.issuers[0];
  const template = authorities && home ? await anAuthorityTemplate(database, role, home, authorities) : null;
  await database.query(
    `INSERT INTO assignments (issuer_id, id, user_id, role, authority_template_id, is_primary, issuer_group_id, last_day, created_at)
     VALUES ($1, $2, $3, $4::user_role, $5, $6, $7, $8, least(now(), $8::date))`,
    [person.issuerId, id, person.id, role, template, primary, group?.id ?? null, lastDay]
  );
  for (const node of nodes)
    await database.query('INSERT INTO assignment_nodes VALUES ($1, $2, $3)', [person.issuerId, id, node.id]);
  if (primary)
    await database.query(
      'UPDATE users SET role = $3::user_role, node_id = $4, company_id = NULL WHERE issuer_id = $1 AND id = $2',
      [person.issuerId, person.id, role, nodes[0]?.id ?? null]
    );
  return id;
}

export interface PlacedPerson extends Person {
  role: string;
  assignmentId: string;
}

/**
 * A user who can sign in, with a place in the structure: cardholders at one or more accounts, `H` at an issuer group,
 * `Z` at null (in the system's own issuer), everybody else at the node of the role. Without `authorities` the user has
 * all permissions of the role (lib/access/policy/policy.ts).
 */
export async function aUserAt(
  database: TestDatabase,
  role: string,
  place: StructureNode | readonly StructureNode[] | IssuerGroup | null,
  { authorities, ...options }: PersonOptions & { authorities?: readonly string[] } = {}
): Promise<PlacedPerson> {
  const home = place === null ? null : 'issuers' in place ? place.issuers[0] : [place].flat()[0];
  const person = await aPersonOf(database, (home as StructureNode | null)?.issuerId ?? SYSTEM_ISSUER_ID, {
    ...options,
    role
  });
  const assignmentId = await anAssignment(database, person, role, place, { primary: true, authorities });
  return { ...person, role, assignmentId };
}

/** A signed-in session of a person, as a row: its id. No browser holds its cookie. */
export async function aSession(
  database: TestDatabase,
  person: Pick<Person, 'id' | 'issuerId'>,
  { assignmentId = null }: { assignmentId?: string | null } = {}
): Promise<string> {
  const id = randomUUID();
  await database.query(
    "INSERT INTO brands (name, family, abbreviation, display_name) VALUES ('tessera', 'tessera', 'TESSERA', 'Tessera') ON CONFLICT DO NOTHING"
  );
  await database.query(
    `INSERT INTO sessions (issuer_id, id, user_id, token_hash, brand_name, created_at, last_seen_at,
       idle_timeout_seconds, expires_at, address, user_agent, assignment_id)
     VALUES ($1, $2, $3, $4, 'tessera', now(), now(), 900, now() + interval '12 hours', '127.0.0.1', 'test', $5)`,
    [person.issuerId, id, person.id, randomBytes(32), assignmentId]
  );
  return id;
}
