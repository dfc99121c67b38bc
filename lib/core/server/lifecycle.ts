import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { closeDatabase } from '../database/database';
import { closeReplica } from '../database/replica';
import { endConnections, seenServer } from '../http/requests';
import { config } from './config';
import { log } from './log';

/** What is in flight gets this long to finish; a container runtime usually kills after 30 s. */
const GRACE_MILLIS = 20_000;
/** A turn of the event loop in which little was done. */
const QUIET_MILLIS = 2;

interface Lifecycle {
  stopping: boolean;
  onStop: (() => Promise<void>)[];
}
const place = globalThis as typeof globalThis & { tesseraLifecycle?: Lifecycle };
place.tesseraLifecycle ??= { stopping: false, onStop: [] };
const lifecycle = place.tesseraLifecycle;

/** Whether the process was asked to stop: it takes no new traffic. */
export function isStopping(): boolean {
  return lifecycle.stopping;
}

/** Has `work` done when the process stops, last registered first. */
export function onStop(work: () => Promise<void>): void {
  lifecycle.onStop.push(work);
}

/**
 * On SIGTERM or SIGINT: not ready any more, and for STOP_DRAIN_MILLIS requests are still answered, each ending its
 * connection, until whoever sends them has noticed; then no new connections, what is in flight is finished (for 20 s
 * at most), background work and the database are closed, exit.
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
  // Closes the idle connections as well.
  const closed = new Promise<'closed'>((resolve) => server.close(() => resolve('closed')));
  while ((await Promise.race([closed, sleep(100)])) !== 'closed') {
    await everythingRead();
    server.closeIdleConnections();
  }
}

/** Resolves when the event loop has just read what had arrived: no connection that looks idle has a request waiting. */
async function everythingRead(): Promise<void> {
  for (let turns = 0; turns < 1_000; turns++) {
    const began = performance.now();
    await turn();
    // In a longer turn something may have arrived behind what was read.
    if (performance.now() - began < QUIET_MILLIS) return;
  }
}
