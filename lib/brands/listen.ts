import pg from 'pg';
import { config } from '../core/config';
import { log } from '../core/log';
import { invalidateBrands } from './directory';

/**
 * Forgets the brands of this process whenever any process saves one (the database notifies
 * `brand_saved`). A lost connection is taken up again, and what it may have missed is forgotten.
 * Resolves to a function that stops listening.
 */
export async function listenForBrandChanges(): Promise<() => Promise<void>> {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    if (stopped) return;
    const next = new pg.Client({
      connectionString: config().DATABASE_URL,
      application_name: 'tessera-brands',
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
      log.warn({ err }, 'lost the connection that tells of saved brands');
      again();
    });
    next.on('end', again);
    next.on('notification', invalidateBrands);
    try {
      await next.connect();
      await next.query('LISTEN brand_saved');
      client = next;
      invalidateBrands();
    } catch (err) {
      log.warn({ err }, 'could not listen for saved brands');
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
