import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'split.profile.title',
  group: 'transactions',
  order: 50,
  needs: ['transactions', 'view'],
  program: 'cost.allocation'
});
