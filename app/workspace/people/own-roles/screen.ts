import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'own.roles.title',
  group: 'home',
  order: 30,
  needs: null,
  feature: 'role_switching'
});
