import type { CopyRow } from '../../lib/core/database/copy-in';
import { protectCardNumber } from '../../lib/directory/structure/card-number';
import { DAY } from './calendar';
import type { DemoUser } from './people';
import type { DemoAccount, DemoCompany, DemoIssuer, DemoNode } from './structure';

const instant = (millis: number | null) => (millis === null ? null : new Date(millis).toISOString());
const date = (day: number | null) => (day === null ? null : new Date(day * DAY).toISOString().slice(0, 10));

export const NODE_COLUMNS = [
  'issuer_id',
  'id',
  'kind',
  'parent_id',
  'parent_kind',
  'company_id',
  'path',
  'number',
  'name_1',
  'name_2',
  'level',
  'status',
  'created_at',
  'updated_at'
];

/** The nodes of an issuer, each after the one above it. */
export function* nodeRows(issuer: DemoIssuer) {
  const row = (node: DemoNode) => [
    issuer.id,
    node.id,
    node.kind,
    node.parentId,
    node.parentKind,
    node.companyId,
    node.path,
    node.number,
    node.name1,
    node.name2,
    node.level,
    node.status,
    instant(node.made),
    instant(node.made)
  ];
  yield* issuer.groups.map(row);
  for (const { node, units, accounts } of issuer.companies) {
    yield row(node);
    yield* units.map(row);
    for (const account of accounts) yield row(account.node);
  }
}

export const COMPANY_COLUMNS = ['issuer_id', 'id', 'currency', 'fiscal_start'];

export const companyRow = (issuer: DemoIssuer, { node, country }: DemoCompany) => [
  issuer.id,
  node.id,
  country.currency,
  // April in these, January elsewhere.
  ['JP', 'IN', 'GB', 'SG'].includes(country.code) ? 4 : 1
];

export const ACCOUNT_COLUMNS = [
  'issuer_id',
  'id',
  'card_number_encrypted',
  'card_number_key_id',
  'card_number_hash',
  'last_four',
  'bank_number',
  'ica',
  'state',
  'replaced_by_id',
  'card_type',
  'currency',
  'credit_limit',
  'transaction_limit',
  'opened_on',
  'closed_on'
];

export function accountRow({ id: issuerId, plan }: DemoIssuer, account: DemoAccount) {
  const { node, company, replacedBy } = account;
  const { cardNumberEncrypted, cardNumberKeyId, cardNumberHash, lastFour } = protectCardNumber(
    issuerId,
    node.id,
    account.cardNumber
  );
  return [
    issuerId,
    node.id,
    cardNumberEncrypted,
    cardNumberKeyId,
    cardNumberHash,
    lastFour,
    plan.bankNumber,
    plan.icas[node.made % plan.icas.length] as string,
    account.state,
    replacedBy?.node.id ?? null,
    account.cardType,
    company.country.currency,
    account.creditLimit,
    account.transactionLimit,
    date(account.opened),
    date(account.closed)
  ];
}

/** A user's rows, by table. */
export const USER_TABLES: Record<
  string,
  { columns: string[]; rows: (user: DemoUser, passwordHash: string) => CopyRow[] }
> = {
  users: {
    columns: [
      'issuer_id',
      'id',
      'user_id',
      'first_name',
      'last_name',
      'email',
      'role',
      'status',
      'lock_cause',
      'locked_at',
      'status_since',
      'locale',
      'last_sign_in_at',
      'node_id',
      'company_id',
      'created_at',
      'updated_at'
    ],
    rows: (user) => [
      [
        user.issuerId,
        user.id,
        user.userId,
        user.name.given,
        user.name.family,
        user.email,
        user.role,
        user.status,
        user.lockCause,
        instant(user.lockedAt),
        instant(user.lockedAt ?? user.made),
        user.locale,
        instant(user.lastSignIn),
        user.nodeId,
        user.companyId,
        instant(user.made),
        instant(user.made)
      ]
    ]
  },
  user_directory: {
    columns: ['user_id_key', 'b2b_alias', 'ldap_id', 'issuer_id', 'user_id'],
    rows: (user) => [[user.userId, user.alias, user.ldapId, user.issuerId, user.id]]
  },
  credentials: {
    columns: ['issuer_id', 'user_id', 'password_hash', 'password_set_at'],
    rows: (user, passwordHash) => [[user.issuerId, user.id, passwordHash, instant(user.made)]]
  },
  assignments: {
    columns: ['issuer_id', 'id', 'user_id', 'role', 'is_primary', 'created_at'],
    rows: (user) =>
      user.assignments.map(({ id, role, isPrimary }) => [
        user.issuerId,
        id,
        user.id,
        role,
        isPrimary,
        instant(user.made)
      ])
  },
  assignment_nodes: {
    columns: ['issuer_id', 'assignment_id', 'node_id'],
    rows: (user) => user.assignments.flatMap(({ id, nodeIds }) => nodeIds.map((nodeId) => [user.issuerId, id, nodeId]))
  }
};
