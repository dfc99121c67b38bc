import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'user.templates.title',
  group: 'people',
  order: 150,
  needs: ['user_templates', 'view']
});
