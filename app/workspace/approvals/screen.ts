import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'approval.waiting',
  group: 'transactions',
  order: 70,
  needs: ['approvals', 'approve'],
  program: 'transaction.review',
  quick: true,
  shortcut: 'w'
});
