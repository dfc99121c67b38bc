import { defineModule } from '../../composition/define-module';
import { ATTACHABLE_RECEIPT } from './attachable';
import { receiptsOfUser } from './receipts-of-user';

export default defineModule({
  needs: [
    'access/policy',
    'brand/mail',
    'directory/people',
    'directory/programs',
    'directory/structure',
    'kit/attachments',
    'money/reading',
    'money/transactions'
  ],
  tables: ['receipts', 'receipt_addresses'],
  areas: {
    /** The box of one's own receipts: nobody else looks into it. */
    receipts: { roles: { A: 'vm' } }
  },
  auditActions: ['receipt.address_renewed', 'receipt.changed', 'receipt.detached', 'receipt.matched'],
  attachable: { receipt: ATTACHABLE_RECEIPT },
  belongings: [receiptsOfUser],
  homeTasks: {
    receipts: {
      list: 'transactions',
      // Purchases alone: fees, cash and credits come without a receipt.
      query: { type: 'purchase', receipt: 'false', state: 'open' },
      page: '/workspace/receipts',
      sum: 'billedAmount',
      needs: ['receipts', 'modify'],
      program: 'transaction.review',
      order: 25
    }
  }
});
