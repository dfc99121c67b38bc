import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'feed.mapping.title',
  group: 'transactions',
  order: 120,
  needs: ['feeds', 'view']
});
