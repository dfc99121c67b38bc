import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'own.roles.title',
  group: 'person',
  order: 610,
  icon: 'roles',
  needs: null,
  feature: 'role_switching'
});
