import pg from 'pg';
import { config } from '../server/config';
import { log } from '../server/log';

/**
 * Claims work by session-level advisory locks on its own connection: if the process dies or the connection breaks, the
 * database releases them immediately and another process can take over (CD.35). Claims of one connection don't exclude
 * each other.
 */
export class Claims {
  private client: pg.Client | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private closed = false;

  /** @param name its name in the database; @param lost is called if the connection breaks, with all claims released. */
  constructor(
    private readonly name: string,
    private readonly lost: () => void = () => {}
  ) {}

  /** Claims work for this process alone; false if another process holds it. */
  async take(work: string): Promise<boolean> {
    return this.inTurn(async () => {
      const client = await this.connection();
      const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken', [work]);
      return rows[0].taken;
    });
  }

  /** Releases work. */
  async release(work: string): Promise<void> {
    // A broken connection has released it already.
    await this.inTurn(async () =>
      this.client?.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [work]).catch(() => {})
    );
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.client?.end().catch(() => {});
  }

  /** Runs one statement after the other, because the connection takes one at a time. */
  private inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = this.last.then(ask);
    this.last = answer.catch(() => {});
    return answer;
  }

  private connection(): Promise<pg.Client> {
    if (this.closed) throw new Error('no work is taken any more');
    if (this.client) return Promise.resolve(this.client);
    return this.connect();
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: config().DATABASE_URL,
      application_name: this.name,
      keepAlive: true
    });
    let over = false;
    const gone = (err?: Error) => {
      if (over) return;
      over = true;
      if (this.client === client) this.client = null;
      if (this.closed) return;
      log.warn({ err, connection: this.name }, 'lost the connection that holds work');
      this.lost();
    };
    client.on('error', gone);
    client.on('end', gone);
    await client.connect();
    this.client = client;
    return client;
  }
}
