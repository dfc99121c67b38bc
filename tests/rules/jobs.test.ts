import { z } from 'zod';
import { readWithJobs } from '@/app/workspace/jobs/read-with-jobs';
import type { Principal } from '@/lib/access/policy/principal';
import { transaction } from '@/lib/core/database/database';
import { accepted, refused } from '@/lib/core/entry/refusal';
import { cancelJob } from '@/lib/kit/jobs/cancel-job';
import { forgetJobs } from '@/lib/kit/jobs/forget-jobs';
import { JOB_KINDS, type JobKind } from '@/lib/kit/jobs/job-kinds';
import { type JobHandler, JobStopped } from '@/lib/kit/jobs/job-run';
import { type JobProgress, jobProgress, OWN_JOBS } from '@/lib/kit/jobs/own-jobs';
import { startJob } from '@/lib/kit/jobs/start-job';
import { workJobs } from '@/lib/kit/jobs/work-jobs';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { aWorker, ended, kill, takingAnything, working } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aCompany, anIssuer, type StructureNode } from '../support/structure';
import { until } from '../support/until';

const database = useDatabase();

type Handler = JobHandler<Record<string, unknown>>;

interface World {
  company: StructureNode;
  other: StructureNode;
  principal: Principal;
}
async function aWorld(): Promise<World> {
  const issuer = await anIssuer(database.current);
  const [company, other] = [await aCompany(database.current, issuer), await aCompany(database.current, issuer)];
  return { company, other, principal: await aPrincipalAt(database.current, 'C', company) };
}

/** A kind that works alone at a place, another such, and one of which several work there. */
const ALONE = 'structure.check';
const ALONE_TOO = 'setup.copy';
const SEVERAL = 'bulk';

const start = ({ principal, company }: World, kind: JobKind = ALONE, payload = {}) =>
  transaction((tx) => startJob(tx, principal, { kind, nodeId: company.id, payload }));

async function started(world: World, kind?: JobKind, payload?: object): Promise<string> {
  return granted(await start(world, kind, payload));
}

describe('CD.35 a job', () => {
  test('issue 18 of an issuer with many others of its kind lets one of another issuer go before', async () => {
    const [busy, quiet] = [await aWorld(), await aWorld()];
    const of = async (world: World, name: string) => started(world, SEVERAL, { name });
    for (const name of ['b1', 'b2', 'b3', 'b4']) await of(busy, name);
    const last = await of(quiet, 'q1');
    await of(busy, 'b5');
    const begun: unknown[] = [];
    const handler: Handler = async (run) => {
      begun.push(run.job.payload.name);
      return accepted({});
    };
    await working(takingAnything({ [SEVERAL]: handler }), async () => {
      await ended(quiet.principal, last);
      await until(async () => begun.length === 6);
    });
    expect(begun).toEqual(['b1', 'q1', 'b2', 'b3', 'b4', 'b5']);
  });

  test('goes from queued through processing to completed, with its progress and its result', async () => {
    const world = await aWorld();
    const id = await started(world, ALONE, { a: 1 });
    expect(await jobProgress(world.principal, id)).toMatchObject({ status: 'queued', done: 0, total: null });
    const seen: unknown[] = [];
    const handler: Handler = async (run) => {
      await run.save({ done: 3, total: 7 });
      seen.push(run.job.payload, run.checkpoint, await jobProgress(world.principal, id));
      return accepted({ said: 'done' });
    };
    const job = await working(takingAnything({ [ALONE]: handler }), () => ended(world.principal, id));
    expect(seen).toEqual([{ a: 1 }, {}, expect.objectContaining({ status: 'processing', done: 3, total: 7 })]);
    expect(job).toMatchObject({ status: 'completed', result: { said: 'done' }, refusal: null });
  });

  test('is refused while another of its kind works on the node, not after it, nor elsewhere', async () => {
    const world = await aWorld();
    const id = await started(world);
    expect(await start(world)).toEqual(refused({ code: 'job.running' }));
    expect((await start(world, ALONE_TOO)).ok).toBe(true);
    expect(await start({ ...world, company: world.other })).toEqual(refused({ code: 'not.found' }));
    await cancelJob(world.principal, id, ORIGIN);
    expect((await start(world)).ok).toBe(true);
    await database.current.query("UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE finished_at IS NULL");
  });

  test('is one of several at a place where its kind says so', async () => {
    const world = await aWorld();
    const ids = [await started(world, SEVERAL), await started(world, SEVERAL)];
    let both = () => {};
    const together = new Promise<void>((resolve) => {
      both = resolve;
    });
    let running = 0;
    const handler: Handler = async () => {
      if (++running === 2) both();
      await together;
      return accepted({});
    };
    await working(takingAnything({ [SEVERAL]: handler }, 2), () =>
      Promise.all(ids.map((id) => ended(world.principal, id)))
    );
    expect(running).toBe(2);
  });

  test('of one kind never waits for those of another, and one kind never takes more than its lanes', async () => {
    const world = await aWorld();
    const long = await Promise.all([1, 2, 3].map(() => started(world, SEVERAL)));
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    let [running, most] = [0, 0];
    const slow: Handler = async () => {
      most = Math.max(most, ++running);
      await opened;
      running--;
      return accepted({});
    };
    await working(takingAnything({ [SEVERAL]: slow, [ALONE]: async () => accepted({}) }), async () => {
      await until(() => running === 1);
      const quick = await started(world);
      expect(await ended(world.principal, quick)).toMatchObject({ status: 'completed' });
      open();
      await Promise.all(long.map((id) => ended(world.principal, id)));
    });
    expect(most).toBe(1);
  });

  test('waits where all lanes together would take more than half of the connections', async () => {
    const world = await aWorld();
    const ids = await Promise.all(Array.from({ length: 12 }, () => started(world, SEVERAL)));
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    let running = 0;
    const handler: Handler = async () => {
      running++;
      await opened;
      return accepted({});
    };
    await working(takingAnything({ [SEVERAL]: handler }, 50), async () => {
      await until(() => running === 10);
      // Long enough for what must not happen.
      await database.current.query('SELECT pg_sleep(0.3)');
      expect(running).toBe(10);
      open();
      await Promise.all(ids.map((id) => ended(world.principal, id)));
    });
    expect(running).toBe(12);
  });

  test('whose payload does not fit its kind fails before anybody works on it', async () => {
    const world = await aWorld();
    const id = await started(world, ALONE, { to: 'many' });
    let calls = 0;
    const counting = { payload: z.object({ to: z.number() }), does: async () => accepted({ calls: ++calls }) };
    const job = await working({ [ALONE]: counting }, () => ended(world.principal, id));
    expect(job).toMatchObject({ status: 'failed', refusal: { code: 'job.failed' } });
    const fitting = await started(world, ALONE, { to: 3, left: 'over' });
    expect(await working({ [ALONE]: counting }, () => ended(world.principal, fitting))).toMatchObject({
      status: 'completed',
      result: { calls: 1 }
    });
  });

  test('of a kind that a process does not know is left to one that does', async () => {
    const world = await aWorld();
    const [unknown, known] = [await started(world, ALONE_TOO), await started(world)];
    await working(takingAnything({ [ALONE]: async () => accepted({}) }), () => ended(world.principal, known));
    expect(await jobProgress(world.principal, unknown)).toMatchObject({ status: 'queued' });
    await cancelJob(world.principal, unknown, ORIGIN);
  });

  test('is kept after its end for as long as its kind says', async () => {
    const world = await aWorld();
    const kinds: JobKind[] = [ALONE, ALONE_TOO, SEVERAL];
    for (const kind of kinds)
      for (const days of [1, 6, 8]) {
        const id = await started(world, kind);
        await database.current.query(
          `UPDATE jobs SET status = 'cancelled', finished_at = now() - make_interval(days => $2) WHERE id = $1`,
          [id, days]
        );
      }
    await started(world);
    const left = () =>
      database.current.query<{ kind: string; kept: string }>(
        `SELECT kind, string_agg(CASE WHEN finished_at IS NULL THEN 'open' ELSE (now()::date - finished_at::date)::text END, ' '
           ORDER BY finished_at DESC NULLS FIRST) AS kept
         FROM jobs WHERE issuer_id = $1 GROUP BY kind ORDER BY kind`,
        [world.principal.issuerId]
      );
    await forgetJobs({ [SEVERAL]: { keptDays: 7 }, [ALONE]: { keptDays: 2 } });
    expect(await left()).toEqual([
      { kind: SEVERAL, kept: '1 6' },
      { kind: ALONE, kept: 'open 1' }
    ]);
    await forgetJobs();
    expect(await left()).toHaveLength(2);
    expect(Object.values(JOB_KINDS).every(({ keptDays }) => keptDays > 0)).toBe(true);
    await database.current.query("UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE finished_at IS NULL");
  });

  test('that ends while a page is read is shown with all that it left', async () => {
    const world = await aWorld();
    const id = await started(world);
    let reads = 0;
    const read = async () => {
      const { status } = (await jobProgress(world.principal, id)) as JobProgress;
      // The first reading is out of date before the page looks at the job.
      if (++reads === 1) await cancelJob(world.principal, id, ORIGIN);
      return { status };
    };
    const found = await readWithJobs(world.principal, read, () => [id, null]);
    expect(found).toEqual({ record: { status: 'cancelled' }, jobs: [expect.objectContaining({ id }), null] });
    expect(found?.jobs[0]?.finishedAt).toBeInstanceOf(Date);
    expect(
      await readWithJobs(
        world.principal,
        async () => null,
        () => [id]
      )
    ).toBeNull();
  });

  test('only one of two started at once runs', async () => {
    const world = await aWorld();
    const results = await Promise.all(Array.from({ length: 5 }, () => start(world, ALONE_TOO)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    await database.current.query("UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE finished_at IS NULL");
  });

  test('fails with what its handler refuses', async () => {
    const world = await aWorld();
    const id = await started(world);
    const job = await working(takingAnything({ [ALONE]: async () => refused({ code: 'file.too.large' }) }), () =>
      ended(world.principal, id)
    );
    expect(job).toMatchObject({ status: 'failed', refusal: { code: 'file.too.large' }, result: null });
  });

  test('that breaks off is tried again from its checkpoint, and fails in the end', async () => {
    const world = await aWorld();
    const id = await started(world);
    const checkpoints: unknown[] = [];
    const handler: Handler = async (run) => {
      checkpoints.push(run.checkpoint);
      await run.save({ done: 1, checkpoint: { place: checkpoints.length } });
      throw new Error('the disk is full');
    };
    const job = await working(takingAnything({ [ALONE]: handler }), () => ended(world.principal, id));
    expect(checkpoints).toEqual([{}, { place: 1 }, { place: 2 }]);
    expect(job).toMatchObject({ status: 'failed', refusal: { code: 'job.failed' } });
  });

  test('that is cancelled while it is worked on stops at its next step, and its last transaction is undone', async () => {
    const world = await aWorld();
    await database.current.query('CREATE TABLE IF NOT EXISTS leftovers (id int); GRANT ALL ON leftovers TO PUBLIC');
    const id = await started(world);
    const seen: unknown[] = [];
    const handler: Handler = async (run) => {
      await run.save({ done: 1 });
      await cancelJob(world.principal, id, ORIGIN);
      seen.push(await run.cancelled());
      await transaction(async (tx) => {
        await tx.$executeRaw`INSERT INTO leftovers VALUES (1)`;
        await run.confirm(tx);
      }).catch((error) => seen.push(error instanceof JobStopped));
      await run.save({ done: 2 });
      return accepted({});
    };
    const job = await working(takingAnything({ [ALONE]: handler }), () => ended(world.principal, id));
    await until(async () => seen.length === 2);
    expect(seen).toEqual([true, true]);
    expect(job).toMatchObject({ status: 'cancelled', done: 1 });
    expect(await database.current.query('SELECT * FROM leftovers')).toEqual([]);
    expect(await cancelJob(world.principal, id, ORIGIN)).toEqual(refused({ code: 'job.ended' }));
  });

  test('that is worked on is never deleted', async () => {
    const world = await aWorld();
    const id = await started(world);
    const handler: Handler = async () => {
      await expect(database.current.query('DELETE FROM jobs WHERE id = $1', [id])).rejects.toThrow('is worked on');
      return accepted({});
    };
    expect(await working(takingAnything({ [ALONE]: handler }), () => ended(world.principal, id))).toMatchObject({
      status: 'completed'
    });
    await database.current.query('DELETE FROM jobs WHERE id = $1', [id]);
  });

  test('is seen, cancelled and listed by its owner alone', async () => {
    const world = await aWorld();
    const id = await started(world);
    const colleague = await aPrincipalAt(database.current, 'C', world.company);
    expect(await jobProgress(colleague, id)).toBeNull();
    expect(await cancelJob(colleague, id, ORIGIN)).toEqual(refused({ code: 'not.found' }));
    const listed = async (principal: Principal) =>
      (await listPage(principal, OWN_JOBS, readQuery(OWN_JOBS, {}))).rows.map((row) => row.id);
    expect(await listed(world.principal)).toEqual([id]);
    expect(await listed(colleague)).toEqual([]);
    await cancelJob(world.principal, id, ORIGIN);
  });

  test('of several is worked on by several workers, each by one of them', async () => {
    const worlds = await Promise.all(Array.from({ length: 6 }, aWorld));
    const runs: string[] = [];
    const handler: Handler = async ({ job }) => {
      runs.push(job.id);
      return accepted({});
    };
    const stops = await Promise.all([1, 2, 3].map(() => workJobs(takingAnything({ [ALONE]: handler }))));
    const ids = await Promise.all(worlds.map((world) => started(world)));
    await Promise.all(worlds.map((world, at) => ended(world.principal, ids[at] as string)));
    await Promise.all(stops.map((stop) => stop()));
    expect(runs.sort()).toEqual(ids.sort());
  });

  test('of a worker that was killed is taken over at once, where it was', async () => {
    const world = await aWorld();
    await database.current.query('CREATE TABLE units (unit int); GRANT ALL ON units TO PUBLIC');
    const worker = await aWorker();
    try {
      const id = await started(world, ALONE, { to: 12 });
      await until(async () => ((await jobProgress(world.principal, id))?.done ?? 0) >= 3);
      await kill(worker);
      let resumedAt: unknown;
      const handler: Handler = async (run) => {
        resumedAt = run.checkpoint.unit;
        for (let unit = Number(run.checkpoint.unit); unit < 12; unit++)
          await transaction(async (tx) => {
            await tx.$executeRaw`INSERT INTO units (unit) VALUES (${unit})`;
            await run.save({ done: unit + 1, checkpoint: { unit: unit + 1 } }, tx);
          });
        return accepted({ by: 'parent' });
      };
      const job = await working(takingAnything({ [ALONE]: handler }), () => ended(world.principal, id));
      expect(job).toMatchObject({ status: 'completed', done: 12, total: 12, result: { by: 'parent' } });
      expect(Number(resumedAt)).toBeGreaterThanOrEqual(3);
      const units = await database.current.query<{ unit: number }>('SELECT unit FROM units ORDER BY unit');
      expect(units.map(({ unit }) => unit)).toEqual(Array.from({ length: 12 }, (_, unit) => unit));
    } finally {
      worker.kill('SIGKILL');
    }
  });

  test('of a worker that lost its connection is given up by it and taken over', async () => {
    const world = await aWorld();
    const id = await started(world);
    let runs = 0;
    const handler: Handler = async (run) => {
      runs++;
      if (runs > 1) return accepted({});
      await database.current.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tessera-jobs' AND datname = current_database()"
      );
      await until(async () =>
        run.save({ done: 1 }).then(
          () => false,
          (error) => error instanceof JobStopped
        )
      );
      throw new JobStopped();
    };
    const job = await working(takingAnything({ [ALONE]: handler }), () => ended(world.principal, id));
    expect(job).toMatchObject({ status: 'completed' });
    expect(runs).toBe(2);
  });
});
