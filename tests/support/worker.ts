import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { build } from 'esbuild';

export type Worker = ChildProcessByStdio<Writable, Readable, null>;
type WorkerName = 'card' | 'dispute' | 'expense' | 'job' | 'payment' | 'purchase';

const programs = new Map<WorkerName, Promise<string>>();
// Tests in a browser use what stands beside it (jobs.ts), and no worker.
if (typeof afterAll === 'function') {
  afterAll(async () => {
    for (const program of programs.values()) rmSync(dirname(await program), { recursive: true, force: true });
  });
}

/**
 * A worker and the product's modules that it needs as one program: it starts in a fifth of the time that the modules take.
 * Modules that it imports only for one kind of work are loaded only for that.
 */
async function programOf(name: WorkerName): Promise<string> {
  // Below node_modules, where its packages are found.
  const outdir = resolve(join('node_modules/.cache/tessera-tests', `${name}-${randomUUID()}`));
  await build({
    entryPoints: [`tests/support/${name}-worker.mjs`],
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    packages: 'external',
    outdir
  });
  return join(outdir, `${name}-worker.mjs`);
}

/** Starts tests/support/NAME-worker.mjs in a process of its own, to be killed; resolves as soon as it says that it works. */
export async function startWorker(name: WorkerName, ...parameters: string[]): Promise<Worker> {
  if (!programs.has(name)) programs.set(name, programOf(name));
  const program = await (programs.get(name) as Promise<string>);
  const worker = spawn(process.execPath, [program, ...parameters], {
    env: { ...process.env },
    stdio: ['pipe', 'pipe', 'inherit']
  });
  await once(worker.stdout, 'data');
  return worker;
}
