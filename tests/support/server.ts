import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const TEST_SECRET = 'tests-only-tests-only-tests-only-tests-only';

/** The cost of hashes: the least there is, unless a file that is about time or load sets it. */
export const hashCost = () => process.env.PASSWORD_HASH_COST ?? '4';

/** For a server in production mode, which takes no secret that stands in examples or tests as words. */
export const PRODUCTION_SECRET = 'nTJ8vdQ2r0XyFz5hWkLs7uBGpMcE4aRiOw9eKbHqYtU=';

export interface TestServer {
  url: string;
  port: number;
  process: ChildProcess;
  /** Everything it has printed so far. */
  output: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

// A failed test may leave its server running, and Jest would wait for it for ever.
const running = new Set<ChildProcess>();
if (typeof afterAll === 'function') {
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Starts the built server on a free port and waits until it is ready. */
export async function startServer({
  databaseUrl,
  env = {},
  cwd = '.next/standalone'
}: {
  databaseUrl: string;
  env?: Record<string, string>;
  cwd?: string;
}): Promise<TestServer> {
  const port = await freePort();
  const child = spawn(process.execPath, ['server.js'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NEXT_MANUAL_SIG_HANDLE: '1',
      HOSTNAME: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: '10',
      TESSERA_SECRET: TEST_SECRET,
      TESSERA_MODE: 'development',
      PASSWORD_HASH_COST: (env.TESSERA_MODE ?? 'development') === 'development' ? hashCost() : '10',
      STOP_DRAIN_MILLIS: '0',
      // Only where a test is about it: the receipts of the demo would keep both cores busy.
      TESSERA_READ_RECEIPTS: 'false',
      // What gives way to everything would keep its test waiting for all others.
      TESSERA_BACKGROUND_NICENESS: '0',
      ...env
    } as unknown as NodeJS.ProcessEnv
  });
  running.add(child);
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve)).finally(() =>
    running.delete(child)
  );
  const url = `http://127.0.0.1:${port}`;
  const server: TestServer = {
    url,
    port,
    process: child,
    output: () => output,
    stop: (signal = 'SIGTERM') => {
      if (child.exitCode === null) child.kill(signal);
      return exited;
    }
  };
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`the server stopped:\n${output}`);
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    if (answer?.ok) return server;
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error(`the server did not become ready:\n${output}`);
}
