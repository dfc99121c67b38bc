import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Principal } from '@/lib/access/principal';
import { jobProgress } from '@/lib/jobs/own-jobs';
import { workJobs } from '@/lib/jobs/work-jobs';
import { jobHandlers } from '@/lib/process/job-handlers';
import { applyUpload } from '@/lib/structure/apply-upload';
import { startUpload } from '@/lib/structure/start-upload';
import { seenUpload, type Upload, uploadFaults } from '@/lib/structure/uploads';
import { ORIGIN } from './module-world';
import { xlsxFile } from './uploads-file';

/** Works on jobs until one has ended. */
export async function untilEnded(principal: Principal, jobId: string): Promise<void> {
  const stop = await workJobs(jobHandlers);
  try {
    while (!(await jobProgress(principal, jobId))?.finishedAt) await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    await stop();
  }
}

/** Uploads a file and has it checked. */
export async function checked(principal: Principal, nodeId: string, bytes: Uint8Array): Promise<Upload> {
  const started = await startUpload(principal, nodeId, xlsxFile(bytes, 'structure.xlsx'), ORIGIN);
  if (!started.ok) throw new Error(started.refusal.code);
  const upload = (await seenUpload(principal, started.value)) as Upload;
  await untilEnded(principal, upload.jobId);
  return (await seenUpload(principal, started.value)) as Upload;
}

/** Applies a checked upload. */
export async function applied(principal: Principal, { id }: Pick<Upload, 'id'>): Promise<Upload> {
  const started = await applyUpload(principal, id, ORIGIN);
  if (!started.ok) throw new Error(started.refusal.code);
  await untilEnded(principal, ((await seenUpload(principal, id)) as Upload).jobId);
  return (await seenUpload(principal, id)) as Upload;
}

/** What is wrong, as `D3 code`. */
export async function faultsOf(principal: Principal, { id }: Pick<Upload, 'id'>): Promise<string[]> {
  const faults = await uploadFaults(principal, id, 0, 1000);
  return faults.map(({ row, column, code }) => `${column ?? ''}${row} ${code}`);
}

/** Has a worker of its own process take a job up, and kills it as soon as it has noted some progress. */
export async function killedOnTheWay(principal: Principal, jobId: string): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/job-worker.mjs'], {
    env: { ...process.env },
    stdio: 'ignore'
  });
  try {
    for (;;) {
      const job = await jobProgress(principal, jobId);
      if (job?.finishedAt) throw new Error('the job was too quick to be killed');
      if (job?.status === 'processing' && (job.done > 0 || job.total)) break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
