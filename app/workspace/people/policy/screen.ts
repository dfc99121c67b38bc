import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'policy.title',
  group: 'setup.people',
  order: 770,
  icon: 'roles',
  needs: ['users', 'view']
});
