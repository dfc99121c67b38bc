import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'transaction.title',
  group: 'transactions',
  order: 40,
  needs: ['transactions', 'view'],
  program: 'transaction.review',
  quick: true,
  shortcut: 'x'
});
