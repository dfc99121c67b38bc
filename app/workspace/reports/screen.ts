import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'report.title',
  group: 'insight',
  order: 210,
  icon: 'reports',
  needs: ['reports', 'view'],
  create: { href: '/workspace/reports/build', label: 'report.new', needs: ['reports', 'modify'] },
  pages: [
    { href: '/workspace/reports/completed', label: 'report.completed', needs: ['reports', 'view'] },
    { href: '/workspace/reports/schedules', label: 'report.schedules', needs: ['report_schedules', 'view'] }
  ]
});
