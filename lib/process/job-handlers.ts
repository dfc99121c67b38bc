import { VERIFICATION } from '../audit/verifications';
import { verifyChain } from '../audit/verify-chain';
import type { JobHandlers } from '../jobs/work-jobs';
import { APPLY_JOB, runApplyUpload } from '../structure/apply-upload';
import { checkUpload } from '../structure/check-upload';
import { CHECK_JOB } from '../structure/start-upload';

/** Who does which kind of long work. */
export const jobHandlers: JobHandlers = {
  [APPLY_JOB]: runApplyUpload,
  [CHECK_JOB]: checkUpload,
  [VERIFICATION]: verifyChain
};
