import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'ledger.layouts',
  group: 'setup.files',
  order: 800,
  icon: 'ledger',
  needs: ['ledger_exports', 'view'],
  program: 'transaction.review'
});
