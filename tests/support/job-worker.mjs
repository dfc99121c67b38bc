// A worker in a process of its own, to be killed: does every job, and counts to `to` units, one row each (tests/rules/jobs.test.ts).
import { setTimeout as pause } from 'node:timers/promises';
import handlers from '../../lib/composition/process/job-handlers.ts';
import database from '../../lib/core/database/database.ts';
import jobs from '../../lib/kit/jobs/work-jobs.ts';

await jobs.workJobs({
  ...handlers.jobHandlers,
  async 'test.count'(run) {
    for (let unit = Number(run.checkpoint.unit ?? 0); unit < run.job.payload.to; unit++) {
      await database.transaction(async (tx) => {
        await tx.$executeRaw`INSERT INTO units (unit) VALUES (${unit})`;
        await run.save({ done: unit + 1, total: run.job.payload.to, checkpoint: { unit: unit + 1 } }, tx);
      });
      await pause(40);
    }
    return { ok: true, value: { by: 'child' } };
  }
});
process.stdout.write('working\n');
