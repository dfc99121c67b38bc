import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'expense.report.title',
  group: 'spend',
  order: 107,
  icon: 'expense-reports',
  needs: ['expense_reports', 'view'],
  program: 'expense.reports',
  shortcut: 'e',
  create: {
    href: '/workspace/expense-reports/new',
    label: 'expense.report.new',
    needs: ['expense_reports', 'modify'],
    feature: 'expense_reports',
    program: 'expense.reports'
  },
  pages: [
    {
      href: '/workspace/expense-reports/approvals',
      label: 'listing.expense-approvals',
      needs: ['approvals', 'approve'],
      program: 'expense.reports'
    }
  ]
});
