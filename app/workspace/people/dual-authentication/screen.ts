import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'dual.title',
  group: 'setup.people',
  order: 780,
  icon: 'security',
  needs: ['users', 'view']
});
