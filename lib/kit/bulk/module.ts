import { defineModule } from '../../composition/define-module';
import { bulkPayload, doBulk } from './do-bulk';

export default defineModule({
  needs: ['access/policy', 'kit/listing', 'kit/jobs'],
  localTables: { bulk_remarks: 'they go with their job' },
  jobsOverLists: {
    // One user's bulk action doesn't block another's.
    bulk: {
      payload: bulkPayload,
      does: doBulk,
      alone: false,
      keptDays: 30,
      atOnce: 2,
      outcomeAt: ({ id }) => `/workspace/bulk/${id}`
    }
  }
});
