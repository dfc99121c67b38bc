import { defineModule } from '../../composition/define-module';
import { doBulk } from './do-bulk';

export default defineModule({
  needs: [
    'access/policy',
    'kit/listing',
    'kit/jobs',
    'directory/structure',
    'directory/people',
    'directory/programs',
    'kit/setup',
    'money/transactions',
    'money/ledger',
    'money/feeds',
    'directory/registration'
  ],
  tables: ['bulk_remarks'],
  jobs: {
    bulk: doBulk
  }
});
