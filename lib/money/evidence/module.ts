import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: [
    'access/policy',
    'directory/programs',
    'directory/structure',
    'kit/attachments',
    'kit/audit',
    'money/allowances',
    'money/expense-policies',
    'money/expenses',
    'money/mileage',
    'money/transactions'
  ],
  auditActions: ['expense_report.bundle_downloaded', 'expense_report.pdf_downloaded']
});
