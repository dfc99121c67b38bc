import { ROLES } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { idRow, readRows } from '../../core/database/rows';
import { dotted } from '../../core/language/text-key';
import { choicesOf, escaped, type Listing } from '../../kit/listing/listing';
import { atNode } from '../structure/reads/joins';
import { companiesBeginning } from '../structure/reads/node-columns';
import { LOCK_CAUSES } from './states';
import { supervisorColumns, userColumns } from './user-record';

const sql = Prisma.sql;
/**
 * Each word must occur in name or user id, regardless of accents; a word with an @ is the beginning of an e-mail
 * address.
 */
const wordsIn = (text: string) =>
  Prisma.join(
    text
      .split(/\s+/)
      .slice(0, 5)
      .map((word) =>
        word.includes('@')
          ? sql`lower(u.email) LIKE ${`${escaped(word.toLowerCase())}%`}`
          : sql`u.search_text LIKE '%' || searchable(${word}) || '%'`
      ),
    ' AND '
  );

/** Up to this many companies a filter lists one by one, so that the planner knows the number of users in each. */
const MOST_NAMED = 200;

/**
 * The users of companies whose name has this prefix. The companies are looked up first, because one may have most
 * users.
 */
async function companyBegins(name: string, { scope }: Principal): Promise<Prisma.Sql> {
  const issuers = scope.subtrees.map(({ issuerId }) => issuerId);
  const there = scope.everywhere ? sql`TRUE` : sql`c.issuer_id = ANY(${issuers}::uuid[])`;
  const companies = sql`FROM ${companiesBeginning(name)} AND ${there}`;
  const companyIds = await readRows(database(), idRow)`SELECT c.id ${companies} LIMIT ${MOST_NAMED + 1}`;
  if (companyIds.length > MOST_NAMED) return sql`u.company_id IN (SELECT c.id ${companies})`;
  const [first, ...others] = companyIds.map(({ id }) => id);
  if (first === undefined) return sql`FALSE`;
  return others.length === 0
    ? sql`u.company_id = ${first}::uuid`
    : sql`u.company_id = ANY(${[first, ...others]}::uuid[])`;
}

/** The users whose supervisor, if the principal sees them, has a word in name or user id with this prefix. */
const supervisorBegins = (name: string, { scope }: Principal) => sql`u.supervisor_id IN (
  SELECT s.id FROM users s WHERE s.search_text LIKE '% ' || searchable(${name}) || '%' AND ${within(scope, supervisorColumns)})`;

/** The users in the principal's scope, without deleted ones. */
export const USERS: Listing = {
  name: 'users',
  area: 'users',
  from: ({ scope }) => sql`users u
    LEFT ${atNode('u.node_id')}
    LEFT ${atNode('n.parent_id', 'unit')}
    LEFT ${atNode('u.company_id', 'company')}
    LEFT JOIN users s ON (s.issuer_id, s.id) = (u.issuer_id, u.supervisor_id) AND ${within(scope, supervisorColumns)}`,
  where: ({ scope }) => sql`${within(scope, userColumns)} AND u.deleted_at IS NULL`,
  issuer: sql`u.issuer_id`,
  id: sql`u.id`,
  columns: {
    name: {
      sql: sql`concat_ws(', ', u.last_name, u.first_name)`,
      type: 'text',
      label: 'user.name',
      sort: [sql`u.last_name`, sql`u.first_name`]
    },
    userId: { sql: sql`u.user_id`, type: 'text', label: 'user.id.label' },
    role: {
      sql: sql`role_word(u.role)`,
      type: 'choice',
      label: 'user.role',
      sort: false,
      filter: 'choice',
      choices: choicesOf(ROLES, (role) => `role.${role}`)
    },
    status: {
      sql: sql`status_word(u.status)`,
      type: 'choice',
      label: 'user.status',
      sort: false,
      filter: 'choice',
      choices: choicesOf(['active', 'inactive', 'locked'], (status) => `user.status.${status}`)
    },
    lockCause: {
      sql: sql`u.lock_cause::text`,
      type: 'choice',
      label: 'user.lock.cause',
      sort: false,
      nullable: true,
      hidden: true,
      choices: choicesOf(LOCK_CAUSES, (cause) => `lock.cause.${dotted(cause)}`)
    },
    place: {
      // An account has the name of its holder: their place is where it hangs.
      sql: sql`CASE WHEN n.kind = 'account' THEN unit.name_1 ELSE n.name_1 END`,
      type: 'text',
      label: 'user.place',
      nullable: true,
      sort: false
    },
    company: {
      sql: sql`company.name_1`,
      type: 'text',
      label: 'user.company',
      sort: false,
      filter: 'begins',
      matches: companyBegins,
      nullable: true
    },
    supervisor: {
      sql: sql`nullif(concat_ws(', ', s.last_name, s.first_name), '')`,
      type: 'text',
      label: 'user.supervisor',
      sort: false,
      filter: 'begins',
      matches: supervisorBegins,
      nullable: true,
      hidden: true
    },
    email: { sql: sql`u.email`, type: 'text', label: 'user.email', sort: false, nullable: true, hidden: true },
    lastSignIn: {
      sql: sql`u.last_sign_in_at`,
      type: 'date-time',
      label: 'user.last.sign.in',
      filter: 'range',
      nullable: true
    }
  },
  search: wordsIn,
  order: { column: 'name' },
  tabs: [
    { label: 'listing.tab.all', query: {} },
    { label: 'user.status.active', query: { status: 'active' } },
    { label: 'user.status.locked', query: { status: 'locked' } },
    { label: 'user.status.inactive', query: { status: 'inactive' } }
  ],
  presentation: {
    title: 'name',
    support: ['email'],
    face: 'person',
    state: 'status',
    common: ['company'],
    filters: ['role', 'company', 'lastSignIn']
  }
};

/** The condition that a user has a user id, regardless of case. */
export const withUserId = (userId: string): Prisma.Sql =>
  sql`lower(u.user_id) COLLATE "C" = lower(${userId}) COLLATE "C"`;
