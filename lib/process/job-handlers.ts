import { VERIFICATION } from '../audit/verifications';
import { verifyChain } from '../audit/verify-chain';
import type { JobHandlers } from '../jobs/work-jobs';
import { copyRecords } from '../setup/copy-parts';
import { COPY_JOB } from '../setup/copy-record';

/** Who does which kind of long work. */
export const jobHandlers: JobHandlers = {
  [VERIFICATION]: verifyChain,
  [COPY_JOB]: copyRecords
};
