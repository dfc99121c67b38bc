import { nodeColumns, within } from '../../../access/policy/scope';
import { Prisma } from '../../../core/database/prisma/client';
import { choicesOf, contains, type Listing } from '../../../kit/listing/listing';
import { PAYABLE_STATE, PAYABLE_STATES, PAYABLES, writtenBy } from './files';

const sql = Prisma.sql;

/** The payable files of the principal's companies, the newest first. */
export const PAYABLE_FILES = {
  name: 'payable-files',
  area: 'payable_files',
  from: () => PAYABLES,
  where: ({ scope }) => within(scope, nodeColumns('n')),
  issuer: sql`f.issuer_id`,
  id: sql`f.id`,
  columns: {
    company: { sql: sql`n.name_1`, type: 'text', label: 'node.kind.company', filter: 'contains', sort: false },
    number: { sql: sql`f.number`, type: 'number', label: 'payable.number', filter: 'equals', sort: false },
    reports: { sql: sql`f.report_count`, type: 'number', label: 'expense.report.title', sort: false },
    writtenAt: { sql: sql`f.written_at`, type: 'date-time', label: 'payable.written', filter: 'range' },
    by: { sql: writtenBy, type: 'text', label: 'payable.written.by', nullable: true, filter: 'contains', sort: false },
    state: {
      sql: PAYABLE_STATE,
      type: 'choice',
      label: 'transaction.state',
      filter: 'choice',
      choices: choicesOf(PAYABLE_STATES, (state) => `payable.state.${state}`),
      sort: false
    }
  },
  search: (text) => contains(text, sql`n.name_1`),
  order: { column: 'writtenAt', descending: true },
  presentation: { title: 'company', figure: 'number', state: 'state', filters: ['writtenAt', 'state'] }
} as const satisfies Listing;
