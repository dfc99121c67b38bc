import { defineModule } from '../../composition/define-module';
import { periodFault } from '../../kit/reports/period-fault';
import { carriedBalances } from './carried';
import { PAYMENTS } from './listing';
import { paymentsOfUser } from './payments-of-user';
import { PAYMENTS_REPORT } from './reports/payments-report';
import { closeStatements } from './statements/close-statements';
import { STATEMENTS } from './statements/listing';

export default defineModule({
  needs: [
    'access/policy',
    'access/settings',
    'directory/people',
    'directory/programs',
    'directory/structure',
    'kit/listing',
    'kit/reports',
    'kit/states',
    'money/transactions',
    'money/wallet'
  ],
  tables: ['payments', 'account_balances', 'account_statements', 'statement_closings'],
  areas: {
    // Nobody pays through another's eyes (C6.018).
    payments: { roles: { A: 'vm', C: 'vm' }, ofOwnEyes: ['modify'] }
  },
  programFeatures: ['bill.pay'],
  auditActions: ['payment.cancel', 'payment.made', 'payment.returned'],
  lists: {
    payments: {
      listing: PAYMENTS,
      path: '/workspace/payments',
      record: ({ id }) => `/workspace/payments/${id}`,
      dataSet: {
        groups: ['account', 'state', 'payer', 'month', 'payOn'],
        sums: ['amount'],
        period: 'payOn',
        fault: periodFault
      }
    },
    statements: {
      listing: STATEMENTS,
      path: '/workspace/statements',
      record: ({ id }) => `/workspace/statements/${id}`
    }
  },
  chores: { closeStatements },
  reports: { payments: PAYMENTS_REPORT },
  belongings: [paymentsOfUser],
  retention: [carriedBalances]
});
