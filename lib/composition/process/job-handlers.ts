import type { JobHandlers } from '../../kit/jobs/work-jobs';
import { modules } from '../generated/modules';

/** The long work of every module, by the kind of job. */
export const jobHandlers: JobHandlers = Object.assign({}, ...modules.map(({ jobs }) => jobs));
