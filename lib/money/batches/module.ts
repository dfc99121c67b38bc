import { defineModule } from '../../composition/define-module';
import { batchesOfUser } from './batches-of-user';
import { foldersOfUser } from './folders/folders-of-user';

export default defineModule({
  needs: [
    'access/policy',
    'directory/people',
    'directory/structure',
    'kit/listing',
    'kit/notices',
    'kit/setup',
    'money/purchasing'
  ],
  tables: ['purchase_batches', 'batch_requests', 'batch_folders'],
  auditActions: ['batch_folder.left', 'batch_folder.taken', 'purchase_batch.applied', 'purchase_batch.uploaded'],
  belongings: [batchesOfUser, foldersOfUser]
});
