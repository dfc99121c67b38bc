import pg from 'pg';
import { config } from '../server/config';
import { log } from '../server/log';

/**
 * Calls `heard` at each notification of a PostgreSQL channel, and once after each (re)connection for missed ones. A
 * lost connection is restored. Returns a function that stops listening.
 */
export async function listen(channel: string, heard: () => void): Promise<() => Promise<void>> {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    if (stopped) return;
    const next = new pg.Client({
      connectionString: config().DATABASE_URL,
      application_name: `tessera-${channel}`,
      keepAlive: true
    });
    let over = false;
    const again = () => {
      if (over || stopped) return;
      over = true;
      next.removeAllListeners('end');
      retry = setTimeout(connect, 1_000);
      retry.unref();
    };
    next.on('error', (err) => {
      log.warn({ err, channel }, 'lost a listening connection');
      again();
    });
    next.on('end', again);
    next.on('notification', heard);
    try {
      await next.connect();
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      client = next;
      heard();
    } catch (err) {
      log.warn({ err, channel }, 'could not listen');
      again();
    }
  };

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end();
  };
}
