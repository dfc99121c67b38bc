import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'listing.payable-files',
  group: 'accounting',
  order: 315,
  icon: 'payment-files',
  needs: ['payable_files', 'view'],
  program: 'expense.reports'
});
