import { defineModule } from '../../composition/define-module';
import { answersOfUser } from './answers-of-user';
import { PAYMENT_FILES } from './listing';
import { simulateBank } from './simulated-bank';

export default defineModule({
  needs: [
    'access/policy',
    'access/settings',
    'brand/mail',
    'directory/people',
    'directory/structure',
    'kit/listing',
    'kit/notices',
    'kit/setup',
    'kit/states',
    'money/expenses',
    'money/payments',
    'money/wallet'
  ],
  tables: ['payment_files', 'payment_entries', 'payment_answers', 'repayment_entries', 'validation_entries'],
  areas: {
    /** Files for the issuer's banks; run: fetching them, whose account numbers are whole, and uploading answers. */
    payment_files: { roles: { H: 'v', I: 'vr', Z: 'v' } }
  },
  auditActions: [
    'payment_answer.read',
    'payment_answer.refused',
    'payment_file.downloaded',
    'payment_file.placed',
    'payment_file.settled',
    'payment_file.written'
  ],
  lists: {
    'payment-files': {
      listing: PAYMENT_FILES,
      path: '/workspace/payment-files',
      record: ({ id }) => `/workspace/payment-files/${id}`
    }
  },
  outbox: { 'payment_file.simulated': simulateBank },
  belongings: [answersOfUser]
});
