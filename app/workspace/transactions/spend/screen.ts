import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'spend.title',
  group: 'transactions',
  order: 60,
  needs: ['transactions', 'view'],
  program: 'transaction.review'
});
