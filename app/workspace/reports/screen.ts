import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'report.title',
  group: 'insight',
  order: 210,
  icon: 'reports',
  needs: ['reports', 'view'],
  create: { href: '/workspace/reports/build', label: 'report.new', needs: ['reports', 'modify'] }
});
