import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { closeDatabase } from '../database/database';
import { closeReplica } from '../database/replica';
import { endConnections, seenServer } from '../http/requests';
import { config } from './config';
import { log } from './log';

/** Requests in flight get this long to finish; a container runtime usually kills after 30 s. */
const GRACE_MILLIS = 20_000;
/** A nearly idle turn of the event loop. */
const QUIET_MILLIS = 2;

interface Lifecycle {
  stopping: boolean;
  onStop: (() => Promise<void>)[];
}
const place = globalThis as typeof globalThis & { tesseraLifecycle?: Lifecycle };
place.tesseraLifecycle ??= { stopping: false, onStop: [] };
const lifecycle = place.tesseraLifecycle;

/** Whether the process is stopping: it takes no new traffic. */
export function isStopping(): boolean {
  return lifecycle.stopping;
}

/** Registers `work` for the stop of the process; last registered first. */
export function onStop(work: () => Promise<void>): void {
  lifecycle.onStop.push(work);
}

/**
 * On SIGTERM or SIGINT: becomes not ready, answers requests for STOP_DRAIN_MILLIS, each ending its connection, until
 * clients have noticed; then accepts no new connections, finishes requests in flight (for 20 s at most), closes
 * background work and the database, and exits.
 */
export function stopGracefully(): void {
  const stop = async (signal: NodeJS.Signals) => {
    if (lifecycle.stopping) return;
    lifecycle.stopping = true;
    log.info({ signal }, 'stopping');
    endConnections();
    await sleep(config().STOP_DRAIN_MILLIS);
    const forced = setTimeout(() => {
      log.warn('stopped before everything was finished');
      process.exit(1);
    }, GRACE_MILLIS);
    forced.unref();
    await finishRequests();
    for (const work of lifecycle.onStop.toReversed()) {
      await work().catch((err) => log.error({ err }, 'a part did not stop cleanly'));
    }
    await Promise.all([closeDatabase(), closeReplica()]);
    log.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function finishRequests(): Promise<void> {
  const server = seenServer();
  if (!server) return;
  await everythingRead();
  // Also closes the idle connections.
  const closed = new Promise<'closed'>((resolve) => server.close(() => resolve('closed')));
  while ((await Promise.race([closed, sleep(100)])) !== 'closed') {
    await everythingRead();
    server.closeIdleConnections();
  }
}

/** Resolves when the event loop has just read all input: no idle connection has a waiting request. */
async function everythingRead(): Promise<void> {
  for (let turns = 0; turns < 1_000; turns++) {
    const began = performance.now();
    await turn();
    // In a longer turn more input may have arrived.
    if (performance.now() - began < QUIET_MILLIS) return;
  }
}
