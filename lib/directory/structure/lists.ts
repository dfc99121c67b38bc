import { nodeColumns, within } from '../../access/policy/scope';
import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { listOf } from '../../kit/bulk/declared-lists';
import type { Listing } from '../../kit/listing/listing';
import { joinedAccountNumber, openNumbers } from './account-number';
import { wordsBegin } from './nodes';

/** The rows at or below a node that an address names, within the principal's scope. */
function below(nodeId: string | undefined): Prisma.Sql {
  if (!nodeId) return Prisma.sql`TRUE`;
  const top = (column: string) =>
    Prisma.sql`(SELECT ${sqlName(`top.${column}`)} FROM nodes top WHERE top.id = ${nodeId}::uuid)`;
  return Prisma.sql`n.issuer_id = ${top('issuer_id')} AND n.path >= ${top('path')} AND n.path < ${top('path')} || 'g'`;
}

const STATUS = { active: 'structure.status.active', closed: 'structure.status.closed' } as const;

/** Companies, groups and org points that the principal sees, or those below a node. */
export function nodeList(nodeId?: string): Listing {
  return {
    name: 'nodes',
    area: 'structure',
    from: () => Prisma.sql`nodes n`,
    where: ({ scope }) => Prisma.sql`${within(scope, nodeColumns('n'))} AND n.kind <> 'account' AND ${below(nodeId)}`,
    issuer: Prisma.sql`n.issuer_id`,
    id: Prisma.sql`n.id`,
    columns: {
      name1: { sql: Prisma.sql`n.name_1`, type: 'text', label: 'structure.name1', filter: 'contains' },
      name2: { sql: Prisma.sql`n.name_2`, type: 'text', label: 'structure.name2', nullable: true, filter: 'contains' },
      number: { sql: Prisma.sql`n.number`, type: 'text', label: 'structure.number', filter: 'begins' },
      kind: {
        sql: Prisma.sql`n.kind::text`,
        type: 'choice',
        label: 'structure.kind',
        filter: 'choice',
        choices: {
          issuer: 'node.kind.issuer',
          company_group: 'node.kind.company_group',
          company: 'node.kind.company',
          account_group: 'node.kind.account_group',
          org_point: 'node.kind.org_point'
        }
      },
      level: {
        sql: Prisma.sql`n.level`,
        type: 'number',
        label: 'structure.level',
        nullable: true,
        filter: 'equals',
        hidden: true
      },
      status: {
        sql: Prisma.sql`n.status::text`,
        type: 'choice',
        label: 'structure.status',
        filter: 'choice',
        choices: STATUS
      }
    },
    search: (text) => wordsBegin(text, 'n'),
    order: { column: 'name1' }
  };
}

const CARD = joinedAccountNumber('a', 'n');

/** Accounts that the principal sees, or those below a node. */
export function accountList(nodeId?: string): Listing {
  return {
    name: 'accounts',
    area: 'accounts',
    from: () => Prisma.sql`nodes n JOIN accounts a ON (a.issuer_id, a.id) = (n.issuer_id, n.id) ${CARD.joins}`,
    where: ({ scope }) => Prisma.sql`${within(scope, nodeColumns('n'))} AND n.kind = 'account' AND ${below(nodeId)}`,
    issuer: Prisma.sql`n.issuer_id`,
    id: Prisma.sql`n.id`,
    columns: {
      name1: { sql: Prisma.sql`n.name_1`, type: 'text', label: 'account.name1', filter: 'contains' },
      name2: {
        sql: Prisma.sql`n.name_2`,
        type: 'text',
        label: 'account.name2',
        nullable: true,
        filter: 'contains',
        hidden: true
      },
      cardNumber: {
        sql: CARD.column,
        read: openNumbers,
        type: 'text',
        label: 'account.last.four',
        sort: false,
        filter: 'equals',
        matches: (digits) => Prisma.sql`a.last_four = ${digits}`
      },
      state: {
        sql: Prisma.sql`a.state::text`,
        type: 'choice',
        label: 'account.state',
        filter: 'choice',
        choices: {
          active: 'account.state.active',
          suspended: 'account.state.suspended',
          closed: 'account.state.closed',
          replaced: 'account.state.replaced'
        }
      },
      statusCode: {
        sql: Prisma.sql`a.status_code`,
        type: 'text',
        label: 'account.status.code',
        nullable: true,
        filter: 'equals',
        hidden: true
      },
      cardType: {
        sql: Prisma.sql`a.card_type`,
        type: 'text',
        label: 'account.card.type',
        nullable: true,
        filter: 'equals'
      },
      bankNumber: {
        sql: Prisma.sql`a.bank_number`,
        type: 'text',
        label: 'account.bank.number',
        nullable: true,
        filter: 'begins',
        hidden: true
      },
      ica: {
        sql: Prisma.sql`a.ica`,
        type: 'text',
        label: 'account.ica',
        nullable: true,
        filter: 'equals',
        hidden: true
      },
      creditLimit: {
        sql: Prisma.sql`a.credit_limit`,
        type: 'money',
        currency: Prisma.sql`a.currency`,
        label: 'account.credit.limit',
        nullable: true,
        filter: 'range'
      },
      openedOn: { sql: Prisma.sql`a.opened_on`, type: 'date', label: 'account.opened', filter: 'range' },
      closedOn: {
        sql: Prisma.sql`a.closed_on`,
        type: 'date',
        label: 'account.closed',
        nullable: true,
        filter: 'range',
        hidden: true
      }
    },
    search: (text) => (/^\d{4}$/.test(text) ? Prisma.sql`a.last_four = ${text}` : wordsBegin(text, 'n')),
    order: { column: 'name1' }
  };
}

/** Both lists, with an optional parameter for the node that they are below. */
export const nodesAt = listOf('under', nodeList);
export const accountsAt = listOf('under', accountList);

/** The condition that the number of an account ends with four digits. */
export const withLastDigits = (digits: string): Prisma.Sql => Prisma.sql`a.last_four = ${digits}`;
