import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'authorization.title',
  group: 'insight',
  order: 216,
  icon: 'authorizations',
  needs: ['authorization_activity', 'view'],
  program: 'purchasing'
});
