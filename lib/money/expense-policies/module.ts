import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['access/policy', 'directory/structure', 'kit/setup', 'money/approvals', 'money/transactions']
});
