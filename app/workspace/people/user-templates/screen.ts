import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'user.templates.title',
  group: 'setup.people',
  order: 750,
  icon: 'people',
  needs: ['user_templates', 'view']
});
