import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'job.title',
  group: 'home',
  order: 240,
  needs: ['jobs', 'view'],
  shortcut: 'j'
});
