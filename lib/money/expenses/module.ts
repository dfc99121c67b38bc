import { defineModule } from '../../composition/define-module';
import { CASH_ADVANCES } from './advances/listing';
import { ATTACHABLE_LINE } from './attachable';
import { WAITING_ACTIONS } from './bulk-actions';
import { EXPENSE_REPORTS, WAITING_REPORTS } from './listing';
import { noOpenReports } from './open-reports';
import { PAYABLE_FILES } from './payable/listing';
import { REPAYMENTS } from './repayments/listing';
import { reportsOfUser } from './reports-of-user';

export default defineModule({
  needs: [
    'access/policy',
    'access/settings',
    'brand/mail',
    'directory/people',
    'directory/programs',
    'directory/structure',
    'kit/attachments',
    'kit/bulk',
    'kit/listing',
    'kit/notices',
    'kit/states',
    'money/allowances',
    'money/approvals',
    'money/expense-policies',
    'money/mileage',
    'money/transactions',
    'money/wallet'
  ],
  tables: [
    'expense_reports',
    'expense_report_lines',
    'expense_report_events',
    'cash_advances',
    'advance_shares',
    'payable_files',
    'payable_entries',
    'repayment_accounts',
    'repayment_payers',
    'repayments'
  ],
  areas: {
    /** One's own reports, and those that others submitted. People who may approve transactions approve reports too. */
    expense_reports: { roles: { A: 'vm', S: 'v', O: 'v', C: 'v', G: 'v' } },
    /** Money that a company gave its cardholders beforehand; modify: enter and close one. */
    cash_advances: { roles: { A: 'v', C: 'vm', G: 'vm' }, ofOwnEyes: ['modify'] },
    /** What approved reports leave to be paid back or owed, as files for payroll; modify: void a file. */
    payable_files: { roles: { C: 'vmr', G: 'vmr' }, ofOwnEyes: ['modify'] },
    /** The same by bank; modify: sending again, cancelling, and by which account a company pays back. */
    repayments: { roles: { A: 'v', C: 'vm', G: 'vm' }, ofOwnEyes: ['modify'] }
  },
  features: {
    expense_reports: ['card account'],
    submitting_reports: ['own eyes', 'card account'],
    signing_statements: ['own eyes', 'card account']
  },
  auditActions: [
    'cash_advance.closed',
    'cash_advance.entered',
    'expense_report.approve',
    'expense_report.changed',
    'expense_report.created',
    'expense_report.decline',
    'expense_report.deleted',
    'expense_report.recall',
    'expense_report.reroute',
    'expense_report.submit',
    'payable_file.downloaded',
    'payable_file.voided',
    'payable_file.written',
    'repayment.account_chosen',
    'repayment.account_stopped',
    'repayment.cancel',
    'repayment.made',
    'repayment.payer_chosen',
    'repayment.retry',
    'repayment.returned'
  ],
  lists: {
    'cash-advances': {
      listing: CASH_ADVANCES,
      path: '/workspace/cash-advances',
      record: ({ id }) => `/workspace/cash-advances/${id}`
    },
    'expense-reports': {
      listing: EXPENSE_REPORTS,
      path: '/workspace/expense-reports',
      record: ({ id }) => `/workspace/expense-reports/${id}`
    },
    'expense-approvals': {
      listing: WAITING_REPORTS,
      path: '/workspace/expense-reports/approvals',
      record: ({ id }) => `/workspace/expense-reports/${id}`
    },
    'payable-files': {
      listing: PAYABLE_FILES,
      path: '/workspace/payable-files',
      record: ({ id }) => `/workspace/payable-files/${id}`
    },
    repayments: {
      listing: REPAYMENTS,
      path: '/workspace/repayments',
      record: ({ id }) => `/workspace/repayments/${id}`
    }
  },
  bulkActions: { 'expense-approvals': WAITING_ACTIONS },
  attachable: { expense_line: ATTACHABLE_LINE },
  belongings: [reportsOfUser],
  deletionGuards: [noOpenReports],
  homeTasks: {
    'payables.due': {
      list: 'expense-reports',
      query: { due: 'true' },
      sum: 'balance',
      page: '/workspace/payable-files',
      needs: ['payable_files', 'run'],
      program: 'expense.reports',
      order: 35
    },
    'reports.approve': {
      list: 'expense-approvals',
      sum: 'spent',
      needs: ['approvals', 'approve'],
      program: 'expense.reports',
      order: 12
    },
    'reports.open': {
      list: 'expense-reports',
      query: { status: 'saved' },
      sum: 'spent',
      needs: ['expense_reports', 'modify'],
      program: 'expense.reports',
      order: 45
    },
    'repayments.returned': {
      list: 'repayments',
      query: { state: 'returned' },
      sum: 'amount',
      needs: ['repayments', 'modify'],
      program: 'expense.reports',
      order: 34
    },
    'reports.sent.back': {
      list: 'expense-reports',
      query: { status: 'sent_back' },
      sum: 'spent',
      needs: ['expense_reports', 'modify'],
      program: 'expense.reports',
      order: 15
    }
  }
});
