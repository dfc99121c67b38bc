import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'brand.studio.title',
  group: 'brands',
  order: 310,
  needs: ['system', 'view'],
  quick: true,
  shortcut: 'b'
});
