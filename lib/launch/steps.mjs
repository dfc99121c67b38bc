import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { onExit, Problem } from './problem.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @param {number} since */
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Does one step and prints how long it took; `work` may resolve to a remark.
 * @param {string} name
 * @param {() => unknown} work
 */
export async function step(name, work) {
  process.stdout.write(`… ${name}\n`);
  const since = performance.now();
  const remark = await work();
  process.stdout.write(`✓ ${name}${typeof remark === 'string' ? ` (${remark})` : ''} ${seconds(since)}\n`);
}

/**
 * Ends a child and whatever it started: asks first, insists after `patience` milliseconds.
 * @param {ChildProcess} child
 * @param {number} patience
 * @returns {Promise<void>}
 */
export function endChild(child, patience = 25_000) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), patience);
    child.once('exit', () => {
      clearTimeout(insist);
      // Processes that the child may have left in its group.
      signalGroup(child, 'SIGKILL');
      resolve();
    });
    signalGroup(child, 'SIGTERM');
  });
}

/** @param {ChildProcess} child @param {NodeJS.Signals} signal */
function signalGroup(child, signal) {
  // It never started.
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone.
  }
}

/**
 * Runs a program in its own process group, so that no part of it outlives this process. Resolves to its output; with
 * `show` the output is printed at once.
 * @param {string} command
 * @param {string[]} parameters
 * @param {{ env?: Record<string, string>, show?: boolean, allowFailure?: boolean, cwd?: string }} options
 * @returns {Promise<{ code: number | null, output: string }>}
 * @throws Problem with the end of its output when it fails
 */
export function program(command, parameters, { env = {}, show = false, allowFailure = false, cwd } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd,
      detached: true,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe']
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
    let ended = false;
    onExit(() => endChild(child, 3_000));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (ended) return;
      ended = true;
      if (code === 0 || allowFailure) resolve({ code, output });
      else
        reject(
          new Problem(
            `${[command, ...parameters].join(' ')} failed (${signal ?? `exit code ${code}`}).\n${output.trim().split('\n').slice(-30).join('\n')}`
          )
        );
    });
  });
}
