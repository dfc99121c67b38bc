import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'feed.title',
  group: 'transactions',
  order: 110,
  needs: ['feeds', 'view'],
  quick: true,
  shortcut: 'f'
});
