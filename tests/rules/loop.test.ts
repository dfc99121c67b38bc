import { Claims } from '@/lib/core/database/claims';
import { database } from '@/lib/core/database/database';
import { type Chores, doDueChore, workChores } from '@/lib/core/server/chores';
import { type Loop, waitAfter, workOn } from '@/lib/core/server/loop';
import { useDatabase } from '../support/module-world';
import { until } from '../support/until';

const world = useDatabase();

/** Longer than any test: what happens within it was caused by something else. */
const NEVER = 3_600_000;
const loops: Loop[] = [];
const started = async (work: Omit<Parameters<typeof workOn>[0], 'name'>): Promise<Loop> => {
  const loop = await workOn({ name: 'test', ...work });
  loops.push(loop);
  return loop;
};

afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
});

describe('background work', () => {
  test('goes on piece after piece, and then waits until it is woken', async () => {
    const pieces = [1, 2, 3];
    let looks = 0;
    const loop = await started({
      everyMillis: NEVER,
      async next() {
        looks++;
        return pieces.shift() !== undefined;
      }
    });
    await until(() => looks === 4);
    pieces.push(4, 5);
    loop.wake();
    await until(() => looks === 7);
    expect(pieces).toEqual([]);
  });

  test('is woken by a notification, also after its connection was lost', async () => {
    let looks = 0;
    await started({ channel: 'loop_test', everyMillis: NEVER, next: async () => ++looks < 0 });
    for (const disturbed of [false, true]) {
      if (disturbed)
        await world.current.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tessera-loop_test' AND datname = current_database()"
        );
      const before = looks;
      await until(async () => {
        await world.current.query('NOTIFY loop_test');
        return looks > before;
      });
    }
  });

  test('that is queued while a lane looks is not missed', async () => {
    let looks = 0;
    const loop: Loop = await started({
      everyMillis: NEVER,
      async next() {
        looks++;
        await until(() => loops.length > 0);
        if (looks === 1) loops[0]?.wake();
        return false;
      }
    });
    expect(loop).toBe(loops[0]);
    await until(() => looks === 2);
  });

  test('is looked for again and again where nobody calls', async () => {
    let looks = 0;
    await started({ everyMillis: 1, next: async () => ++looks < 0 });
    await until(() => looks > 5);
  });

  test('that fails is tried again, ever more rarely', async () => {
    let tries = 0;
    await started({
      everyMillis: 1,
      async next() {
        tries++;
        if (tries < 5) throw new Error('the database is away');
        return false;
      }
    });
    await until(() => tries > 5);
    expect([0, 1, 2, 3, 4, 5, 60].map((failures) => waitAfter(1_000, failures))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000
    ]);
    expect(waitAfter(60_000, 3)).toBe(60_000);
  });

  test('is done by as many lanes as it asks for, and finished before the loop has stopped', async () => {
    let [running, most, finished] = [0, 0, 0];
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const loop = await started({
      everyMillis: NEVER,
      lanes: 3,
      async next() {
        most = Math.max(most, ++running);
        await opened;
        running--;
        finished++;
        return true;
      }
    });
    await until(() => running === 3);
    const stopped = loop.stop();
    open();
    await stopped;
    expect([most, finished, running]).toEqual([3, 3, 0]);
  });
});

describe('a chore', () => {
  const LATE = "now() - interval '5 minutes'";
  const due = (at: string, ...names: string[]) =>
    world.current.query(
      `INSERT INTO chores (name, due_at) SELECT name, ${at} FROM unnest($1::text[]) AS name
       ON CONFLICT (name) DO UPDATE SET due_at = EXCLUDED.due_at, failures = 0`,
      [names]
    );
  const known = () =>
    world.current.query<{ name: string; minute: number; waits: number; failures: number }>(
      `SELECT name, extract(minute FROM due_at)::int AS minute, failures,
         round(extract(epoch FROM due_at - now()) / 60)::int AS waits FROM chores ORDER BY name`
    );
  const claims: Claims[] = [];
  const aProcess = () => {
    const held = new Claims('tessera-chores-test');
    claims.push(held);
    return held;
  };
  afterEach(async () => {
    await Promise.all(claims.splice(0).map((held) => held.close()));
    await world.current.query('DELETE FROM chores');
  });

  test('is first due at the next 17 minutes past, and is not done before', async () => {
    let done = 0;
    const stop = await workChores({ tidy: async () => ++done });
    await until(async () => (await known()).length === 1);
    await stop();
    const [{ name, minute, waits } = { name: '', minute: 0, waits: 99 }] = await known();
    expect({ name, minute, done }).toEqual({ name: 'tidy', minute: 17, done: 0 });
    expect(waits).toBeGreaterThanOrEqual(0);
    expect(waits).toBeLessThanOrEqual(60);
    expect(await doDueChore({ tidy: async () => ++done }, aProcess())).toBe(false);
  });

  test('that is due is done once, and again an hour later', async () => {
    let done = 0;
    const chores: Chores = { tidy: async () => ++done };
    await due(LATE, 'tidy', 'unknown');
    const one = aProcess();
    expect([await doDueChore(chores, one), await doDueChore(chores, one), done]).toEqual([true, false, 1]);
    expect(await known()).toEqual([
      expect.objectContaining({ name: 'tidy', minute: 17, failures: 0 }),
      expect.objectContaining({ name: 'unknown' })
    ]);
  });

  test('is done by one of several processes, while the others do what else is due', async () => {
    const done: string[] = [];
    await due(LATE, 'slow', 'quick');
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const chores: Chores = {
      slow: async () => {
        done.push('slow');
        await opened;
      },
      quick: async () => void done.push('quick')
    };
    await world.current.query("UPDATE chores SET due_at = due_at - interval '1 minute' WHERE name = 'slow'");
    const first = doDueChore(chores, aProcess());
    await until(() => done.length === 1);
    const other = aProcess();
    expect([await doDueChore(chores, other), await doDueChore(chores, other), done]).toEqual([
      true,
      false,
      ['slow', 'quick']
    ]);
    open();
    expect(await first).toBe(true);
    expect(await doDueChore(chores, other)).toBe(false);
  });

  test('of a process that lost its connection in the middle is done by another', async () => {
    await due(LATE, 'tidy');
    let begun = 0;
    const dying = aProcess();
    const broken = doDueChore(
      {
        tidy: async () => {
          begun++;
          await dying.close();
          await until(() => begun === 2);
        }
      },
      dying
    );
    await until(() => begun === 1);
    const other = aProcess();
    await until(() => doDueChore({ tidy: async () => ++begun }, other));
    expect(begun).toBe(2);
    await broken;
  });

  test('that fails keeps no other from being done, and is tried again after 2, 4, 8 … minutes', async () => {
    let done = 0;
    const chores: Chores = {
      broken: async () => {
        throw new Error('the disk is full');
      },
      tidy: async () => ++done
    };
    await due(LATE, 'broken', 'tidy');
    const one = aProcess();
    expect([await doDueChore(chores, one), await doDueChore(chores, one), done]).toEqual([true, true, 1]);
    const waits: number[] = [];
    for (let n = 0; n < 7; n++) {
      const [broken] = await known();
      waits.push(broken?.waits ?? 0);
      await world.current.query(`UPDATE chores SET due_at = ${LATE} WHERE name = 'broken'`);
      await doDueChore(chores, one);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
    await world.current.query(`UPDATE chores SET due_at = ${LATE} WHERE name = 'broken'`);
    await doDueChore({ broken: async () => database().$queryRaw`SELECT 1` }, one);
    expect((await known())[0]).toMatchObject({ failures: 0, minute: 17 });
  });
});
