import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'job.title',
  group: 'person',
  order: 630,
  icon: 'jobs',
  needs: ['jobs', 'view'],
  shortcut: 'j'
});
