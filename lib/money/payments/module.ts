import { defineModule } from '../../composition/define-module';
import { periodFault } from '../../kit/reports/period-fault';
import { carriedBalances } from './carried';
import { PAYMENTS, withReference } from './listing';
import { paymentsOfUser } from './payments-of-user';
import { makeRecurring } from './recurring/make-recurring';
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
    'kit/notices',
    'kit/reports',
    'kit/states',
    'money/transactions',
    'money/wallet'
  ],
  tables: [
    'payments',
    'account_balances',
    'account_statements',
    'statement_closings',
    'recurring_payments',
    'recurring_runs'
  ],
  areas: {
    // Nobody pays through another's eyes (C6.018).
    payments: { roles: { A: 'vm', C: 'vm' }, ofOwnEyes: ['modify'] }
  },
  programFeatures: ['bill.pay'],
  auditActions: [
    'payment.cancel',
    'payment.made',
    'payment.returned',
    'recurring_payment.changed',
    'recurring_payment.pause',
    'recurring_payment.resume',
    'recurring_payment.set_up',
    'recurring_payment.skipped',
    'recurring_payment.stop',
    'statement.downloaded'
  ],
  lists: {
    payments: {
      listing: PAYMENTS,
      path: '/workspace/payments',
      record: ({ id }) => `/workspace/payments/${id}`,
      dataSet: {
        groups: ['account', 'state', 'payer', 'month', 'payOn'],
        sums: ['amount'],
        period: 'payOn',
        knownBy: withReference,
        fault: periodFault
      }
    },
    statements: {
      listing: STATEMENTS,
      path: '/workspace/statements',
      record: ({ id }) => `/workspace/statements/${id}`
    }
  },
  chores: { closeStatements, makeRecurring },
  reports: { payments: PAYMENTS_REPORT },
  belongings: [paymentsOfUser],
  retention: [carriedBalances]
});
