import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'feed.mapping.title',
  group: 'setup.files',
  order: 790,
  icon: 'feeds',
  needs: ['feeds', 'view']
});
