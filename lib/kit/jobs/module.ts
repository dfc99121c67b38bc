import { defineModule } from '../../composition/define-module';
import { forgetJobs } from './forget-jobs';
import { OWN_JOBS } from './own-jobs';

export default defineModule({
  needs: ['access/policy', 'kit/listing', 'kit/notices'],
  localTables: { jobs: 'workers take the oldest of all issuers' },
  areas: {
    /** The user's own jobs: uploads, downloads, copies. */
    jobs: { roles: { S: 'vm', O: 'vm', C: 'vm', G: 'vm', H: 'vm', I: 'vm', Z: 'vm' } }
  },
  auditActions: ['job.cancelled'],
  lists: {
    jobs: { listing: OWN_JOBS, path: '/workspace/jobs' }
  },
  chores: { forgetJobs }
});
