import { defineModule } from '../../composition/define-module';
import { batchesOfUser } from './batches-of-user';

export default defineModule({
  needs: ['access/policy', 'directory/people', 'kit/notices', 'kit/setup', 'money/purchasing'],
  tables: ['purchase_batches', 'batch_requests'],
  auditActions: ['purchase_batch.applied', 'purchase_batch.uploaded'],
  belongings: [batchesOfUser]
});
