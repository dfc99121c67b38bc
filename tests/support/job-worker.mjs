// A worker in a process of its own, to be killed: does every job; a check that says `to` counts to it, one row a unit
// (tests/rules/jobs.test.ts).

import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { jobHandlers } from '../../lib/composition/process/job-handlers.ts';
import { transaction } from '../../lib/core/database/database.ts';
import { workJobs } from '../../lib/kit/jobs/work-jobs.ts';

const { does: check, ...checks } = jobHandlers['structure.check'];

await workJobs({
  ...jobHandlers,
  'structure.check': {
    ...checks,
    payload: z.looseObject({}),
    does: (run) => (run.job.payload.to ? count(run) : check(run))
  }
});

async function count(run) {
  for (let unit = Number(run.checkpoint.unit ?? 0); unit < run.job.payload.to; unit++) {
    await transaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO units (unit) VALUES (${unit})`;
      await run.save({ done: unit + 1, total: run.job.payload.to, checkpoint: { unit: unit + 1 } }, tx);
    });
    await pause(40);
  }
  return { ok: true, value: { by: 'child' } };
}
process.stdout.write('working\n');
