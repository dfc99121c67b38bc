import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'spend.title',
  group: 'insight',
  order: 200,
  icon: 'spend',
  needs: ['transactions', 'view'],
  program: 'transaction.review',
  thumb: 60
});
