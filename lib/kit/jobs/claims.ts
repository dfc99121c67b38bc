import pg from 'pg';
import { config } from '../../core/server/config';
import { log } from '../../core/server/log';

/**
 * Holds jobs by session-level advisory locks on a connection of its own: when the process dies, or the
 * connection breaks, the database lets go of them at once and another process can take them over (CD.35).
 */
export class Claims {
  private client: pg.Client | null = null;
  private connecting: Promise<pg.Client> | null = null;
  private closed = false;

  /** @param lost is called when the connection broke: nothing is held any more. */
  constructor(private readonly lost: () => void) {}

  /** Whether the job is held by this process now, and by no other. */
  async take(job: string): Promise<boolean> {
    const client = await this.connection();
    const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken', [job]);
    return rows[0].taken;
  }

  async release(job: string): Promise<void> {
    // A connection that is gone has let go already.
    await this.client?.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [job]).catch(() => {});
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.client?.end().catch(() => {});
  }

  private connection(): Promise<pg.Client> {
    if (this.closed) throw new Error('no jobs are taken any more');
    if (this.client) return Promise.resolve(this.client);
    this.connecting ??= this.connect().finally(() => {
      this.connecting = null;
    });
    return this.connecting;
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: config().DATABASE_URL,
      application_name: 'tessera-jobs',
      keepAlive: true
    });
    let over = false;
    const gone = (err?: Error) => {
      if (over) return;
      over = true;
      if (this.client === client) this.client = null;
      if (this.closed) return;
      log.warn({ err }, 'lost the connection that holds the jobs');
      this.lost();
    };
    client.on('error', gone);
    client.on('end', gone);
    await client.connect();
    this.client = client;
    return client;
  }
}
