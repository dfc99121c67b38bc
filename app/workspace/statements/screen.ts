import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'listing.statements',
  group: 'spend',
  order: 132,
  icon: 'payment-files',
  needs: ['payments', 'modify'],
  program: 'bill.pay'
});
