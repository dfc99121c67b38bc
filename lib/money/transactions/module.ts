import { defineModule } from '../../composition/define-module';
import { withLastDigits } from '../../directory/structure/lists';
import { ACCOUNT_USE } from './account-use';
import { ATTACHABLE_TRANSACTION, attachmentsOfTransactions } from './attachable';
import { APPROVAL_ACTIONS, TRANSACTION_ACTIONS } from './bulk-actions';
import { changedSince } from './changed-since';
import { COMMENTABLE_TRANSACTION, commentsOnTransactions } from './commentable';
import { TRANSACTIONS, withReference } from './listing';
import { AMOUNTS_BY_TYPE } from './reports/amounts-by-type';
import { CASH_AND_FEES } from './reports/cash-and-fees';
import { CREDITS } from './reports/credits';
import { DORMANT_ACCOUNTS } from './reports/dormant-accounts';
import { FOREIGN_CURRENCY } from './reports/foreign-currency';
import { RECEIPTS_BY_PERSON } from './reports/receipts-by-person';
import { REVIEW_PROGRESS } from './reports/review-progress';
import { SPEND_BY_CATEGORY } from './reports/spend-by-category';
import { SPEND_BY_CATEGORY_AND_MONTH } from './reports/spend-by-category-and-month';
import { SPEND_BY_DEPARTMENT } from './reports/spend-by-department';
import { SPEND_BY_DEPARTMENT_AND_MONTH } from './reports/spend-by-department-and-month';
import { SPEND_BY_MERCHANT } from './reports/spend-by-merchant';
import { SPEND_BY_MONTH } from './reports/spend-by-month';
import { SPEND_BY_PERSON } from './reports/spend-by-person';
import { TRANSACTIONS_DETAIL } from './reports/transactions-detail';
import { TRANSACTIONS_WITHOUT_RECEIPT } from './reports/transactions-without-receipt';
import { UNREVIEWED_TRANSACTIONS } from './reports/unreviewed-transactions';
import { WEEKEND_PURCHASES } from './reports/weekend-purchases';
import { TRANSACTION_FAMILY } from './search-family';
import { codedStep, transactionsStep } from './setup-steps';
import { keepSums } from './sums/keep';
import { KEPT_SUMS } from './sums/kept-sums';
import { WAITING } from './waiting';

export default defineModule({
  needs: [
    'access/settings',
    'access/policy',
    'kit/listing',
    'kit/search',
    'directory/structure',
    'directory/people',
    'money/allocation',
    'money/approvals',
    'kit/attachments',
    'kit/bulk',
    'kit/comments',
    'kit/states'
  ],
  tables: [
    ...['transactions', 'transaction_references', 'transaction_events', 'transaction_lines', 'allocations'],
    ...['transaction_sums', 'transaction_sum_changes', 'transaction_sum_issuers']
  ],
  areas: {
    transactions: { roles: { A: 'vm', S: 'vm', O: 'vm', C: 'vm', G: 'vm', H: 'v', I: 'v', Z: 'v' } }
  },
  features: {
    reviewing: ['own eyes'],
    adding_transactions: ['own eyes']
  },
  programFeatures: ['transaction.review'],
  auditActions: [
    'transaction.added',
    'transaction.allocated',
    'transaction.approve',
    'transaction.export',
    'transaction.itemized',
    'transaction.not_duplicate',
    'transaction.removed',
    'transaction.reverse_export',
    'transaction.review',
    'transaction.send_back',
    'transaction.unapprove',
    'transaction.unreview',
    'transactions.expired'
  ],
  lists: {
    transactions: {
      listing: TRANSACTIONS,
      path: '/workspace/transactions',
      record: ({ id }) => `/workspace/transactions/${id}`,
      dataSet: {
        groups: [
          ...['company', 'parent', 'person', 'account', 'month', 'postingDate', 'category', 'merchantCategoryCode'],
          ...['merchantName', 'merchantCity', 'type', 'state', 'receipt', 'expensed']
        ],
        sums: ['billedAmount', 'amount'],
        period: 'postingDate',
        kept: KEPT_SUMS,
        knownBy: withReference,
        changedSince
      }
    },
    'account-use': {
      listing: ACCOUNT_USE,
      path: '/workspace/structure/accounts',
      record: ({ id }) => `/workspace/structure/${id}`,
      dataSet: {
        groups: ['state', 'statusCode', 'cardType', 'person'],
        sums: ['creditLimit'],
        period: 'lastUsed',
        knownBy: withLastDigits
      }
    },
    approvals: {
      listing: WAITING,
      path: '/workspace/approvals/list',
      record: ({ id }) => `/workspace/transactions/${id}`
    }
  },
  reports: {
    'spend-by-category-and-month': SPEND_BY_CATEGORY_AND_MONTH,
    'spend-by-department-and-month': SPEND_BY_DEPARTMENT_AND_MONTH,
    'amounts-by-type': AMOUNTS_BY_TYPE,
    'cash-and-fees': CASH_AND_FEES,
    credits: CREDITS,
    'dormant-accounts': DORMANT_ACCOUNTS,
    'foreign-currency': FOREIGN_CURRENCY,
    'weekend-purchases': WEEKEND_PURCHASES,
    'review-progress': REVIEW_PROGRESS,
    'receipts-by-person': RECEIPTS_BY_PERSON,
    'transactions-detail': TRANSACTIONS_DETAIL,
    'spend-by-merchant': SPEND_BY_MERCHANT,
    'spend-by-category': SPEND_BY_CATEGORY,
    'spend-by-person': SPEND_BY_PERSON,
    'spend-by-department': SPEND_BY_DEPARTMENT,
    'spend-by-month': SPEND_BY_MONTH,
    'unreviewed-transactions': UNREVIEWED_TRANSACTIONS,
    'transactions-without-receipt': TRANSACTIONS_WITHOUT_RECEIPT
  },
  bulkActions: {
    transactions: TRANSACTION_ACTIONS,
    approvals: APPROVAL_ACTIONS
  },
  searchKinds: {
    transaction: {
      area: 'transactions',
      family: TRANSACTION_FAMILY,
      program: 'transaction.review',
      record: ({ id }) => `/workspace/transactions/${id}`
    }
  },
  attachable: { transaction: ATTACHABLE_TRANSACTION },
  commentable: { transaction: COMMENTABLE_TRANSACTION },
  retention: [attachmentsOfTransactions, commentsOnTransactions],
  homeTasks: {
    approve: {
      list: 'approvals',
      page: '/workspace/approvals',
      sum: 'billedAmount',
      needs: ['approvals', 'approve'],
      feature: 'reviewing',
      program: 'transaction.review',
      order: 10
    },
    review: {
      list: 'transactions',
      query: { state: 'open' },
      sum: 'billedAmount',
      needs: ['transactions', 'modify'],
      feature: 'reviewing',
      program: 'transaction.review',
      // An administrator sees unreviewed transactions of others, but doesn't review them.
      roles: ['A'],
      order: 20
    }
  },
  setupSteps: { transactions: transactionsStep, coded: codedStep },
  chores: { keepSums }
});
