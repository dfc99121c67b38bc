import { closeDatabase } from './database';
import { seenServer } from './http/requests';
import { log } from './log';
import { closeReplica } from './replica';

/** What is in flight gets this long to finish; a container runtime usually kills after 30 s. */
const GRACE_MILLIS = 20_000;

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
 * On SIGTERM or SIGINT: not ready any more, no new connections, what is in flight is finished (for
 * 20 s at most), background work and the database are closed, exit.
 */
export function stopGracefully(): void {
  const stop = async (signal: NodeJS.Signals) => {
    if (lifecycle.stopping) return;
    lifecycle.stopping = true;
    log.info({ signal }, 'stopping');
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

function finishRequests(): Promise<void> {
  const server = seenServer();
  if (!server) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Connections that fall idle after their last answer are closed as they do.
    setInterval(() => server.closeIdleConnections(), 100).unref();
  });
}
