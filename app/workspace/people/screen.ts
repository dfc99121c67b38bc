import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'users.title',
  group: 'company',
  order: 400,
  icon: 'people',
  needs: ['users', 'view'],
  shortcut: 'u',
  thumb: 70,
  create: { href: '/workspace/people/new', label: 'user.new', needs: ['users', 'modify'], feature: 'new_users' }
});
