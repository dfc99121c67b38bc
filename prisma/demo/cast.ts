import type { Client } from 'pg';
import { SYSTEM_ISSUER_ID } from '../../lib/core/audit/audit';
import { newId } from '../../lib/core/secrets/ids';
import { CURRENCIES } from './data/countries';
import type { DemoAccount, DemoIssuer, DemoNode } from './structure';

/** Where the demo's own people (prisma/seed/accounts.ts) work, besides system administrators. */
const SEATS: { userId: string; issuer: string; seats: Seat[] }[] = [
  { userId: 'anna.lindqvist', issuer: '1001', seats: ['card'] },
  { userId: 'tove.nilsen', issuer: '1001', seats: ['card'] },
  { userId: 'henrik.dahl', issuer: '1001', seats: ['company', 'card'] },
  { userId: 'emma.nyberg', issuer: '1001', seats: ['level'] },
  { userId: 'sofia.holm', issuer: '1001', seats: ['account_group'] },
  { userId: 'hugo.lindholm', issuer: '1001', seats: ['issuer_group'] },
  { userId: 'mei.tanaka', issuer: '1002', seats: ['card'] },
  { userId: 'priya.raman', issuer: '1002', seats: ['issuer'] },
  { userId: 'jordan.ellis', issuer: '1003', seats: ['company_group'] },
  { userId: 'oliver.hayes', issuer: '1004', seats: ['card'] }
];
/** The user ids of the demo's own people. */
export const CAST: ReadonlySet<string> = new Set(SEATS.map(({ userId }) => userId));

type Seat = 'card' | 'level' | 'account_group' | 'company' | 'company_group' | 'issuer' | 'issuer_group';

const ROLES: Record<Seat, string> = {
  card: 'A',
  account_group: 'S',
  level: 'O',
  company: 'C',
  company_group: 'G',
  issuer: 'I',
  issuer_group: 'H'
};

/** What the demo's issuer group administrator looks after. */
export const ISSUER_GROUP = { number: 'NORTHEAST', name: 'Norrvik and Lantern Strait', issuers: ['1001', '1002'] };

interface Assignment {
  issuerId: string;
  userId: string;
  role: string;
  isPrimary: boolean;
  node: { id: string; companyId: string | null } | null;
}

export interface Cast {
  assignments: Assignment[];
  /** Accounts and nodes of one issuer that are theirs, with their users' ids. */
  occupied: { accounts: Map<DemoAccount, string>; nodes: Map<string, string> };
}

/**
 * Seats the demo's people at their issuer's house company: cardholders in one unit, its manager above them,
 * the account group's manager above those. Their accounts take their names.
 */
export function seatCast(
  issuer: DemoIssuer,
  people: ReadonlyMap<string, { id: string; name: [string, string] }>
): Cast {
  const { house } = issuer;
  const units = new Map(house.units.map((unit) => [unit.id, unit]));
  const free = house.accounts.filter(
    (account) =>
      account.state === 'active' && house.accounts.filter(({ holder }) => holder === account.holder).length === 1
  );
  // The unit that most of them lie in.
  const unit = free
    .map((account) => account.unit)
    .reduce<DemoNode | null>((best, one) => (countIn(free, one) > countIn(free, best) ? one : best), null);
  const desks = free.filter((account) => account.unit === unit);
  const above = unit && units.get(unit.parentId);
  const level = above?.kind === 'org_point' ? above : unit;
  let accountGroup = level;
  while (accountGroup && accountGroup.kind !== 'account_group') accountGroup = units.get(accountGroup.parentId) ?? null;

  const cast: Cast = { assignments: [], occupied: { accounts: new Map(), nodes: new Map() } };
  const nodeOf = (seat: Seat, user: { id: string; name: [string, string] }): Assignment['node'] => {
    if (seat === 'issuer_group') return null;
    if (seat === 'issuer') return { id: issuer.id, companyId: null };
    if (seat === 'company_group') return house.group as DemoNode;
    if (seat === 'card') {
      const account = desks.shift();
      if (!account) throw new Error(`no account for a demo person at ${house.node.name1}`);
      const [given, family] = user.name;
      account.holder = { given, family, native: null };
      account.node.name1 = `${given} ${family}`;
      account.node.name2 = house.node.name1;
      // Enough for a month's work, so that what is left of it means something.
      account.creditLimit = limitIn(house.country.currency);
      account.transactionLimit = account.creditLimit / 2;
      cast.occupied.accounts.set(account, user.id);
      return account.node;
    }
    const node = { company: house.node, level, account_group: accountGroup }[seat] as DemoNode;
    cast.occupied.nodes.set(node.id, user.id);
    return node;
  };
  for (const { userId, issuer: number, seats } of SEATS) {
    const user = people.get(userId);
    if (number !== issuer.plan.number || !user) continue;
    seats.forEach((seat, at) => {
      cast.assignments.push({
        issuerId: issuer.id,
        userId: user.id,
        role: ROLES[seat],
        isPrimary: at === 0,
        node: nodeOf(seat, user)
      });
    });
  }
  return cast;
}

/** About 5,000 dollars in the size that a currency's money has. */
function limitIn(currency: string): number {
  const { perDollar = 1 } = CURRENCIES[currency] ?? {};
  return 5000 * 10 ** Math.max(0, Math.round(Math.log10(perDollar)));
}

const countIn = (accounts: DemoAccount[], unit: DemoNode | null) =>
  accounts.filter((account) => account.unit === unit).length;

/** Users by user id, as many of the demo's own people as there are. */
export async function castMembers(client: Client): Promise<Map<string, { id: string; name: [string, string] }>> {
  const { rows } = await client.query(
    `SELECT d.user_id_key AS key, u.id, u.first_name AS given, u.last_name AS family
     FROM user_directory d JOIN users u ON (u.issuer_id, u.id) = (d.issuer_id, d.user_id) WHERE d.user_id_key = ANY ($1)`,
    [SEATS.map(({ userId }) => userId)]
  );
  return new Map(rows.map(({ key, id, given, family }) => [key, { id, name: [given, family] }]));
}

/** Writes the assignments of the demo's people, and those of system administrators, who stand nowhere. */
export async function writeCast(client: Client, assignments: readonly Assignment[]): Promise<void> {
  const groupId = await issuerGroup(client);
  for (const { issuerId, userId, role, isPrimary, node } of assignments) {
    const id = newId();
    await client.query(
      'INSERT INTO assignments (issuer_id, id, user_id, role, is_primary, issuer_group_id) VALUES ($1, $2, $3, $4, $5, $6)',
      [issuerId, id, userId, role, isPrimary, role === 'H' ? groupId : null]
    );
    if (!node) continue;
    await client.query('INSERT INTO assignment_nodes (issuer_id, assignment_id, node_id) VALUES ($1, $2, $3)', [
      issuerId,
      id,
      node.id
    ]);
    if (isPrimary)
      await client.query('UPDATE users SET node_id = $3, company_id = $4 WHERE issuer_id = $1 AND id = $2', [
        issuerId,
        userId,
        node.id,
        node.companyId
      ]);
  }
  await client.query(
    `INSERT INTO assignments (issuer_id, id, user_id, role, is_primary)
     SELECT issuer_id, gen_random_uuid(), id, 'Z', true FROM users u WHERE issuer_id = $1 AND role = 'Z'
       AND NOT EXISTS (SELECT 1 FROM assignments a WHERE (a.issuer_id, a.user_id) = (u.issuer_id, u.id))`,
    [SYSTEM_ISSUER_ID]
  );
}

async function issuerGroup(client: Client): Promise<string> {
  const { rows } = await client.query(
    `INSERT INTO issuer_groups (id, number, name_1) VALUES ($1, $2, $3)
     ON CONFLICT (number) DO UPDATE SET name_1 = EXCLUDED.name_1 RETURNING id`,
    [newId(), ISSUER_GROUP.number, ISSUER_GROUP.name]
  );
  await client.query(
    `INSERT INTO issuer_group_members (issuer_group_id, issuer_id)
     SELECT $1, id FROM issuers WHERE number = ANY ($2) ON CONFLICT DO NOTHING`,
    [rows[0].id, ISSUER_GROUP.issuers]
  );
  return rows[0].id;
}
