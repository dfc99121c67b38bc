import { VERIFICATION } from '../audit/verifications';
import { verifyChain } from '../audit/verify-chain';
import type { JobHandlers } from '../jobs/work-jobs';

/** Who does which kind of long work. */
export const jobHandlers: JobHandlers = {
  [VERIFICATION]: verifyChain
};
