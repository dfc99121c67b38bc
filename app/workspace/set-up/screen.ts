import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'setup.title',
  group: 'setup',
  order: 290,
  needs: ['company_setup', 'view'],
  quick: true,
  shortcut: 's'
});
