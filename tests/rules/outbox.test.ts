import { transaction } from '@/lib/core/database/database';
import { Busy } from '@/lib/core/entry/refusal';
import { newId } from '@/lib/core/secrets/ids';
import { shiftClock } from '@/lib/core/server/clock';
import { maintain } from '@/lib/core/server/maintain';
import {
  enqueue,
  enqueueAsked,
  type OutboxHandlers,
  Undeliverable,
  workOnce,
  workOutbox
} from '@/lib/core/server/outbox';
import { useDatabase } from '../support/module-world';

const database = useDatabase();
const ISSUER = '00000000-0000-7000-8000-000000000000';
const SECRET = 'the-code-048213';

afterEach(async () => {
  shiftClock(0);
  await database.current.query('DELETE FROM outbox');
});

const queue = (payload: unknown = { secret: SECRET }, topic = 'test.event') =>
  transaction((tx) => enqueue(tx, { issuerId: ISSUER, topic, payload }));

interface Row {
  id: string;
  status: string;
  attempts: number;
  payload: Buffer | null;
  last_error: string | null;
  available_at: Date;
  finished_at: Date | null;
}
const rows = () =>
  database.current.query<Row>(
    'SELECT id, status::text, attempts, payload, last_error, available_at, finished_at FROM outbox ORDER BY id'
  );
const row = async () => (await rows())[0] as Row;
/** Lets pass the time that an entry still waits. */
const due = () => database.current.query("UPDATE outbox SET available_at = now() WHERE status = 'queued'");

describe('an entry', () => {
  test('is there if what caused it is, and not otherwise', async () => {
    const failing = transaction(async (tx) => {
      await enqueue(tx, { issuerId: ISSUER, topic: 'test.event', payload: {} });
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await rows()).toEqual([]);
    await queue();
    expect(await rows()).toHaveLength(1);
  });

  test('is sealed at rest, reaches its handler whole, and is gone after it', async () => {
    const payload = { secret: SECRET, name: 'Zoë 漢字', nested: [1, null, { a: true }] };
    await queue(payload);
    const before = await row();
    expect(before).toMatchObject({ status: 'queued', attempts: 0, payload: expect.any(Buffer) });
    expect(before.payload?.toString('latin1')).not.toContain(SECRET);
    const seen: unknown[] = [];
    expect(await workOnce({ 'test.event': async (_tx, entry) => void seen.push(entry.payload) })).toBe(true);
    expect(seen).toEqual([payload]);
    expect(await row()).toMatchObject({ status: 'sent', attempts: 1, payload: null, finished_at: expect.any(Date) });
    expect(await workOnce({ 'test.event': async () => {} })).toBe(false);
  });

  test('moved to another row can not be opened', async () => {
    await queue();
    await database.current.query('UPDATE outbox SET id = $1', [newId()]);
    const handled: unknown[] = [];
    await workOnce({ 'test.event': async (_tx, entry) => void handled.push(entry) });
    expect(handled).toEqual([]);
    expect(await row()).toMatchObject({ status: 'queued', attempts: 1 });
  });
});

const failing: OutboxHandlers = {
  'test.event': async (tx) => {
    await tx.$executeRaw`INSERT INTO security_questions (question_id) VALUES ('half.done')`;
    throw new Error('token=abc123 for robin@mail.example');
  }
};

describe('a handler that fails', () => {
  const waiting = () =>
    database.current.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    );
  const halfDone = () => database.current.query("SELECT 1 FROM security_questions WHERE question_id = 'half.done'");

  test('leaves nothing half done, and is tried again after 2, 4, 8 … seconds, an hour at most', async () => {
    await queue();
    const waits = [];
    for (let n = 0; n < 13; n++) {
      const before = Date.now();
      expect(await workOnce(failing)).toBe(true);
      const { available_at, status, attempts } = await row();
      expect([status, attempts]).toEqual(['queued', n + 1]);
      waits.push(Math.round((available_at.getTime() - before) / 1000));
      // Not before its time.
      expect(await workOnce(failing)).toBe(false);
      await due();
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]);
    expect(await halfDone()).toEqual([]);
    expect(await workOnce({ 'test.event': async () => {} })).toBe(true);
    expect(await row()).toMatchObject({ status: 'sent', attempts: 14, payload: null });
  });

  test('keeps its entry from everybody else until it is postponed', async () => {
    await queue();
    let taken: Promise<unknown[]> = Promise.resolve([]);
    await workOnce({
      'test.event': async () => {
        // Waits for the entry, as no lane would, and so gets it as soon as it is free.
        taken = database.current.query(
          "SELECT id FROM outbox WHERE status = 'queued' AND available_at <= now() FOR UPDATE"
        );
        while ((await waiting()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
        throw new Error('not now');
      }
    });
    expect(await taken).toEqual([]);
    expect(await row()).toMatchObject({ status: 'queued', attempts: 1 });
  });

  test('is tried again when its transaction is lost', async () => {
    await queue();
    await workOnce({
      'test.event': async (tx) => {
        const [{ pid }] = await tx.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
        await database.current.query('SELECT pg_terminate_backend($1)', [pid]);
        await tx.$queryRaw`SELECT 1`;
      }
    });
    expect(await row()).toMatchObject({ status: 'queued', attempts: 1 });
    expect((await row()).available_at.getTime()).toBeGreaterThan(Date.now());
  });

  test('says why without what must not be told', async () => {
    await queue();
    await workOnce(failing);
    expect((await row()).last_error).toBe('token=[redacted] for [address]');
  });

  test('is given up after 30 tries, and its payload goes', async () => {
    await queue();
    await database.current.query('UPDATE outbox SET attempts = 28');
    await workOnce(failing);
    await due();
    expect((await row()).status).toBe('queued');
    await workOnce(failing);
    expect(await row()).toMatchObject({ status: 'failed', attempts: 30, payload: null, finished_at: expect.any(Date) });
    expect(await workOnce(failing)).toBe(false);
  });

  test.each([
    ['that says trying again is no use', 'test.event', async () => Promise.reject(new Undeliverable('no such person'))],
    ['that does not exist', 'nobody.knows', async () => {}]
  ])('%s is given up at once', async (_what, topic, handler) => {
    await queue({}, topic);
    expect(await workOnce({ 'test.event': handler })).toBe(true);
    expect(await row()).toMatchObject({ status: 'failed', attempts: 1, payload: null });
  });

  test('holds nobody else up', async () => {
    await queue({ n: 'fails' });
    await queue({ n: 'works' });
    const done: unknown[] = [];
    const handlers: OutboxHandlers = {
      'test.event': async (_tx, { payload }) => {
        if ((payload as { n: string }).n === 'fails') throw new Error('not now');
        done.push(payload);
      }
    };
    while (await workOnce(handlers));
    expect(done).toEqual([{ n: 'works' }]);
    expect((await rows()).map(({ status }) => status)).toEqual(['queued', 'sent']);
  });
});

describe('F-15 a process whose clock is wrong', () => {
  test.each([
    ['an hour behind', -3_600_000],
    ['an hour ahead', 3_600_000]
  ])('%s works on an entry when it is due, and not before', async (_how, skew) => {
    shiftClock(skew);
    await queue();
    expect(await workOnce(failing)).toBe(true);
    const [waiting] = await database.current.query<{ seconds: number }>(
      'SELECT extract(epoch FROM available_at - now())::float AS seconds FROM outbox'
    );
    expect(waiting?.seconds).toBeGreaterThan(1);
    expect(waiting?.seconds).toBeLessThanOrEqual(2);
    expect(await workOnce(failing)).toBe(false);
    await due();
    expect(await workOnce({ 'test.event': async () => {} })).toBe(true);
    const [sent] = await database.current.query<{ ago: number }>(
      'SELECT abs(extract(epoch FROM now() - finished_at))::float AS ago FROM outbox'
    );
    expect(sent?.ago).toBeLessThan(60);
  });
});

describe('working on it', () => {
  test('takes each entry once, however many work on it, and what its handlers write with it', async () => {
    await database.current.query('CREATE TABLE handled (n int); GRANT ALL ON handled TO PUBLIC');
    const running = new Set<string>();
    let doubled = 0;
    const handlers: OutboxHandlers = {
      'test.event': async (tx, { id, payload }) => {
        if (running.has(id)) doubled++;
        running.add(id);
        await tx.$executeRaw`INSERT INTO handled VALUES (${(payload as { n: number }).n})`;
        // Every third fails once: what it wrote must go with it.
        if ((payload as { n: number }).n % 3 === 0 && !failed.has(id)) {
          failed.add(id);
          running.delete(id);
          throw new Error('once');
        }
        running.delete(id);
      }
    };
    const failed = new Set<string>();
    for (let n = 0; n < 30; n++) await queue({ n });
    const stops = await Promise.all([workOutbox(handlers), workOutbox(handlers), workOutbox(handlers)]);
    while ((await rows()).some(({ status }) => status === 'queued')) {
      await database.current.query("UPDATE outbox SET available_at = now() WHERE status = 'queued' AND attempts > 0");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await Promise.all(stops.map((stop) => stop()));
    const handled = await database.current.query<{ n: number }>('SELECT n FROM handled ORDER BY n');
    expect(handled.map(({ n }) => n)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    expect([doubled, failed.size]).toEqual([0, 10]);
  });

  test('begins as soon as something is queued, and stopping lets it finish', async () => {
    let finish = () => {};
    const begun = new Promise<void>((begin) => {
      finish = begin;
    });
    let done = false;
    const stop = await workOutbox({
      'test.event': async () => {
        finish();
        await new Promise((resolve) => setTimeout(resolve, 300));
        done = true;
      }
    });
    await queue();
    await begun;
    await stop();
    expect(done).toBe(true);
    expect((await row()).status).toBe('sent');
  });
});

describe('F-2 what strangers ask for', () => {
  const asked = (count: number) =>
    database.current.query(
      `INSERT INTO outbox (issuer_id, id, topic, payload, available_at, created_at)
       SELECT $1, gen_random_uuid(), 'test.event', ''::bytea, now() + interval '1 day', now() FROM generate_series(1, $2)`,
      [ISSUER, count]
    );

  test('is refused while ten thousand requests wait, and taken again when they are fewer', async () => {
    await asked(10_000);
    await expect(enqueueAsked('test.event', {})).rejects.toThrow(Busy);
    await database.current.query('DELETE FROM outbox WHERE id IN (SELECT id FROM outbox LIMIT 1)');
    await enqueueAsked('test.event', {});
    expect(await rows()).toHaveLength(10_000);
  });

  test('is forgotten a day after it was done, other entries after thirty', async () => {
    await asked(2);
    await database.current.query(
      "UPDATE outbox SET status = 'sent', payload = NULL, finished_at = now() - interval '25 hours'"
    );
    await maintain();
    expect(await rows()).toEqual([]);
  });
});
