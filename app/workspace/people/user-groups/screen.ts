import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'user.groups.title',
  group: 'setup.people',
  order: 760,
  icon: 'people',
  needs: ['user_groups', 'view']
});
