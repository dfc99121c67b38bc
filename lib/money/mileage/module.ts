import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['kit/setup', 'money/expense-policies'],
  tables: ['expense_trips']
});
