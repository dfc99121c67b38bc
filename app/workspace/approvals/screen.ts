import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'approval.waiting',
  group: 'spend',
  order: 110,
  icon: 'approvals',
  needs: ['approvals', 'approve'],
  program: 'transaction.review',
  shortcut: 'w',
  thumb: 50
});
