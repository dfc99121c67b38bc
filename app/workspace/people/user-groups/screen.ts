import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'user.groups.title',
  group: 'people',
  order: 160,
  needs: ['user_groups', 'view']
});
