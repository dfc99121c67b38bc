import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'resource.title',
  group: 'home',
  order: 30,
  icon: 'resources',
  needs: ['resources', 'view']
});
