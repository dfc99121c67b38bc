import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'listing.payment-files',
  group: 'accounting',
  order: 320,
  icon: 'payment-files',
  needs: ['payment_files', 'view']
});
