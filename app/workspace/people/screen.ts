import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'users.title',
  group: 'people',
  order: 130,
  needs: ['users', 'view'],
  quick: true,
  shortcut: 'u'
});
