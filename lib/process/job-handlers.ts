import type { JobHandlers } from '../jobs/work-jobs';

/** Who does which kind of long work. */
export const jobHandlers: JobHandlers = {};
