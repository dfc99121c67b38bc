import { parse } from 'csv-parse/sync';
import { unitsOf } from '@/lib/money/ledger/amounts';
import { seenExport } from '@/lib/money/ledger/exports';
import { filesOf } from '@/lib/money/ledger/files';
import { aWorker, kill } from '../support/jobs';
import { anExport, aPile, fileOf } from '../support/ledger';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer } from '../support/structure';
import { until } from '../support/until';

const world = useDatabase();
const COUNT = 21_000;

test('a worker that is killed in the middle of an export leaves nothing half done; another one exports every row once, to the cent', async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  const account = await anAccount(world.current, company);
  const C = await aPrincipalAt(world.current, 'C', company);
  await aPile(world.current, account, COUNT);
  const id = await anExport(C, company.id);
  const [file] = await filesOf(C, id);
  const job = async () =>
    (
      await world.current.query<{ done: number; status: string; attempts: number }>(
        'SELECT done, status::text AS status, attempts FROM jobs WHERE id = $1',
        [file?.jobId]
      )
    )[0];
  const tally = async () => {
    const [row] = await world.current.query(
      `SELECT count(*) FILTER (WHERE state = 'exported')::int AS exported, count(*) FILTER (WHERE state = 'approved')::int AS approved,
         (SELECT count(*)::int FROM transaction_events WHERE event = 'export') AS events,
         (SELECT count(*)::int FROM large_files) AS files, (SELECT count(*)::int FROM large_file_parts) AS parts
       FROM transactions`
    );
    return row;
  };

  // Once while the file is being written, once after it, when the states are.
  for (const from of [10_000, 20_000]) {
    const worker = await aWorker();
    await until(async () => ((await job())?.done ?? 0) >= from, 5);
    await kill(worker);
    expect((await job())?.status).toBe('processing');
    // The database undoes what the dead worker had not committed.
    await until(async () => {
      const [open] = await world.current.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'tessera%' AND xact_start IS NOT NULL AND state = 'idle in transaction'"
      );
      return open?.count === 0;
    });
    expect(await tally()).toEqual({ exported: 0, approved: COUNT, events: 0, files: 0, parts: 0 });
    expect(await seenExport(C, id)).toMatchObject({ status: 'waiting', count: null });
    await world.current.query('UPDATE jobs SET done = 0 WHERE id = $1', [file?.jobId]);
  }

  const worker = await aWorker();
  await until(async () => (await job())?.status === 'completed');
  worker.kill('SIGTERM');
  expect((await job())?.attempts).toBe(3);
  expect(await tally()).toMatchObject({ exported: COUNT, approved: 0, events: COUNT, files: 1 });
  const { text, lines } = await fileOf(C, id);
  const rows: Record<string, string>[] = parse(text, { columns: true });
  expect(rows).toHaveLength(lines as number);
  expect(new Set(rows.map(({ Reference }) => Reference)).size).toBe(COUNT);
  expect(new Set(rows.map(({ Reference, Split }) => `${Reference}/${Split}`)).size).toBe(rows.length);
  const [booked] = await world.current.query<{ sum: string }>(
    "SELECT sum(billed_amount)::text AS sum FROM transactions WHERE state = 'exported' AND exported_in = $1",
    [id]
  );
  expect(rows.reduce((sum, { Amount = '' }) => sum + unitsOf(Amount), 0n)).toBe(unitsOf(booked?.sum as string));
  expect((await seenExport(C, id))?.totals).toEqual([{ currency: 'EUR', count: COUNT, amount: '2205105' }]);
}, 120_000);
