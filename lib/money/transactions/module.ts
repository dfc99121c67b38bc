import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: [
    'access/settings',
    'access/policy',
    'kit/listing',
    'directory/structure',
    'money/allocation',
    'money/approvals',
    'kit/states'
  ],
  tables: ['transactions', 'transaction_references', 'transaction_events', 'transaction_lines', 'allocations'],
  areas: {
    transactions: { roles: { A: 'vm', S: 'vm', O: 'vm', C: 'vm', G: 'vm', H: 'v', I: 'v', Z: 'v' } }
  },
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
    'transaction.unreview',
    'transactions.expired'
  ]
});
