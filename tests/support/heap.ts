import { resolve } from 'node:path';
import type { TestServer } from './server';
import { until } from './until';

/** The environment of a server that tells what it keeps (`keptMegabytes`). */
export const TELLS_ITS_HEAP = { NODE_OPTIONS: `--require ${resolve('tests/support/heap-on-signal.cjs')}` };

/** The megabytes that a collection leaves of a server's memory: how much waits to be collected says nothing. */
export async function keptMegabytes(server: TestServer): Promise<number> {
  const told = () => [...server.output().matchAll(/^heap after collection: (\d+)$/gm)];
  const before = told().length;
  server.process.kill('SIGUSR2');
  await until(() => told().length > before);
  return Number(told().at(-1)?.[1]) / 1024 ** 2;
}
