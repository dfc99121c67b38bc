import type { JobRun } from '../../kit/jobs/job-run';
import type { JobHandlers } from '../../kit/jobs/work-jobs';
import type { JobOverLists } from '../define-module';
import { modules } from '../generated/modules';
import { LISTS } from './lists';
import { STANDARD_REPORTS } from './standard-reports';

const overLists: [string, JobOverLists<unknown>][] = modules.flatMap(({ jobsOverLists = {} }) =>
  Object.entries(jobsOverLists)
);

/** The jobs of all modules, by kind. */
export const jobHandlers: JobHandlers = Object.assign(
  Object.fromEntries(
    overLists.map(([kind, { does, ...job }]) => [
      kind,
      { ...job, does: (run: JobRun) => does(run, LISTS, STANDARD_REPORTS) }
    ])
  ),
  ...modules.map(({ jobs }) => jobs)
);
