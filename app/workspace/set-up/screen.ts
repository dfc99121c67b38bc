import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'setup.title',
  group: 'company',
  order: 450,
  icon: 'setup',
  needs: null,
  shortcut: 's',
  leadsToSetup: true
});
