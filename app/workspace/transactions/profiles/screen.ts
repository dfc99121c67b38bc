import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'split.profile.title',
  group: 'spend',
  order: 120,
  icon: 'split',
  needs: ['transactions', 'view'],
  program: 'cost.allocation'
});
