import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['kit/setup', 'money/expense-policies'],
  tables: ['expense_allowances', 'expense_allowance_days']
});
