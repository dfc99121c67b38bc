import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Principal } from '@/lib/access/policy/principal';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { type OutboxHandlers, workOnce } from '@/lib/core/server/outbox';
import { inboxOf } from '@/lib/kit/inbox/inbox';
import { leaveFolder, takeFolder } from '@/lib/money/batches/folders/change-folder';
import { foldersOf } from '@/lib/money/batches/folders/folders';
import { takeBatches } from '@/lib/money/batches/folders/watch-folder';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, inGroup } from '../support/purchasing';
import { codeOf, granted } from '../support/results';
import { aRecord, recordsOf } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

process.env.TESSERA_BATCHES_FOLDER = '/tmp';

const world = useDatabase();
const QUIET = 5_000;
let issuer: StructureNode;
let company: StructureNode;
let A: Principal;
let B: Principal;
let setup: string;
let folder: string;
let place: string;

beforeAll(aBrand);
beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  const at = await anOrgPoint(world.current, company);
  const C = await aPrincipalAt(world.current, 'C', company);
  A = await aPrincipalAt(world.current, 'A', await anAccount(world.current, at));
  B = await aPrincipalAt(world.current, 'A', await anAccount(world.current, at));
  const offered = await anOffer(C, company, { supplier: { name: 'Rivet Tools' } });
  for (const one of [A, B]) await inGroup(one, offered);
  setup = await aRecord(C, 'batch-setup', recordsOf(company), {
    name: 'Orders',
    format: 'csv',
    template: offered.template,
    submits: true
  });
  folder = await mkdtemp(join(tmpdir(), 'batches-'));
  place = join(folder, issuer.number as string, company.number as string, 'orders');
  await mkdir(place, { recursive: true });
});
afterEach(() => shiftClock(0));

const HEAD = 'Reference,Supplier,Description,Quantity,Unit cost,Tax,Limit,Needed by,Note';
const line = (reference: string, supplier = 'Rivet Tools') => `${reference},${supplier},Drill,2,100,20,300,,`;
async function put(name: string, lines: string[], age = 60_000) {
  await writeFile(join(place, name), [HEAD, ...lines].join('\n'));
  const at = new Date(Date.now() - age);
  await utimes(join(place, name), at, at);
}
const take = (more: object = {}, by = A) => takeFolder(by, { setup, faulty: 'none', readHour: null, ...more }, ORIGIN);
const requests = () =>
  world.current.query<{ reference: string; state: string; requester: string }>(
    `SELECT k.reference, q.state::text, q.requester_id AS requester FROM purchase_requests q
     JOIN batch_requests k ON (k.issuer_id, k.request_id) = (q.issuer_id, q.id) WHERE q.issuer_id = $1 ORDER BY 1`,
    [issuer.id]
  );
const references = async () => (await requests()).map(({ reference }) => reference);
const names = async (at = place) => (await readdir(at).catch(() => [])).filter((name) => !name.startsWith('.')).sort();

/** What the inbox of a person says. */
async function told(by = A) {
  await world.current.query(`UPDATE outbox SET available_at = 'infinity' WHERE topic <> 'inbox.notice'`);
  while (await workOnce({ 'inbox.notice': outboxHandlers['inbox.notice'] } as OutboxHandlers));
  return (await inboxOf(by, { view: 'all' })).map(({ kind }) => kind).toReversed();
}

test('C5.064 whole files become requests of the person who took the folder, submitted as its set-up says, and are moved away', async () => {
  granted(await take());
  await put('march.csv', [line('F-1'), line('F-2')]);
  await put('april.csv', [line('F-3')], 1_000);
  await put('may.csv.part', [line('F-4')]);
  await takeBatches(folder, QUIET);
  expect(await requests()).toEqual([
    { reference: 'F-1', state: 'pending', requester: A.userId },
    { reference: 'F-2', state: 'pending', requester: A.userId }
  ]);
  expect(await names()).toEqual(['april.csv', 'may.csv.part', 'taken']);
  expect(await told()).toEqual(['job.batch.applied']);
  expect(await foldersOf(B)).toMatchObject([{ setup: 'Orders', isOwn: false, lastFile: 'march.csv', lastFault: null }]);
});

test('C5.064 the same file, and the same reference in another one, request nothing twice', async () => {
  granted(await take());
  await put('one.csv', [line('F-1')]);
  await takeBatches(folder, QUIET);
  await put('again.csv', [line('F-1')]);
  await put('more.csv', [line('F-1'), line('F-2')]);
  await takeBatches(folder, QUIET);
  expect(await references()).toEqual(['F-1', 'F-2']);
  expect(await names(join(place, 'refused'))).toEqual([expect.stringMatching(/-again\.csv$/)]);
  expect(await told()).toContain('job.batch.refused');
});

test('C5.064 of a file with faults nothing is requested, or what is good, as its owner has said; the owner is told', async () => {
  granted(await take());
  await put('bad.csv', [line('F-1'), line('F-2', 'Nobody')]);
  await takeBatches(folder, QUIET);
  expect(await references()).toEqual([]);
  expect(await told()).toEqual(['job.batch.faulty']);
  granted(await take({ faulty: 'good' }));
  await put('worse.csv', [line('F-3'), line('F-4', 'Nobody')]);
  await takeBatches(folder, QUIET);
  expect(await references()).toEqual(['F-3']);
});

test('C5.064 what can’t be read is put aside, with the reason where the folder is shown', async () => {
  granted(await take());
  await put('no.csv', []);
  await writeFile(join(place, 'picture.csv'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  await utimes(join(place, 'picture.csv'), new Date(0), new Date(0));
  await takeBatches(folder, QUIET);
  expect(await names(join(place, 'refused'))).toHaveLength(2);
  expect((await foldersOf(A))[0]?.lastFault?.code).toBe('import.empty');
  expect(await told()).toEqual(['job.batch.refused', 'job.batch.refused']);
});

test('C5.064 any number of processes look into one folder, and each file is taken by one', async () => {
  granted(await take());
  for (let file = 0; file < 6; file++) await put(`${file}.csv`, [line(`M-${file}`)]);
  await Promise.all(Array.from({ length: 4 }, () => takeBatches(folder, QUIET)));
  expect(await references()).toHaveLength(6);
});

test('C5.064 a folder with an hour is read from that hour on, once a day', async () => {
  stopClock(new Date('2026-06-10T06:59:00Z'));
  await world.current.query(`UPDATE issuers SET time_zone = 'UTC' WHERE id = $1`, [issuer.id]);
  granted(await take({ readHour: 7 }));
  await put('a.csv', [line('H-1')], Date.now() - Date.parse('2026-06-10T06:00:00Z'));
  await takeBatches(folder, QUIET);
  expect(await references()).toEqual([]);
  stopClock(new Date('2026-06-10T07:00:00Z'));
  await takeBatches(folder, QUIET);
  expect(await references()).toEqual(['H-1']);
  await put('b.csv', [line('H-2')], Date.now() - Date.parse('2026-06-10T07:30:00Z'));
  stopClock(new Date('2026-06-10T23:00:00Z'));
  await takeBatches(folder, QUIET);
  expect(await references()).toEqual(['H-1']);
  stopClock(new Date('2026-06-11T07:10:00Z'));
  await takeBatches(folder, QUIET);
  expect(await references()).toEqual(['H-1', 'H-2']);
});

test('C5.064 a folder that nobody takes is left alone; another takes it over, and only its owner leaves it', async () => {
  await put('a.csv', [line('F-1')]);
  await takeBatches(folder, QUIET);
  expect(await names()).toEqual(['a.csv']);
  granted(await take());
  expect(codeOf(await leaveFolder(B, setup, ORIGIN))).toBe('not.found');
  granted(await take({}, B));
  expect(codeOf(await leaveFolder(A, setup, ORIGIN))).toBe('not.found');
  await takeBatches(folder, QUIET);
  expect(await requests()).toEqual([{ reference: 'F-1', state: 'pending', requester: B.userId }]);
  granted(await leaveFolder(B, setup, ORIGIN));
  await put('b.csv', [line('F-2')]);
  await takeBatches(folder, QUIET);
  expect(await names()).toEqual(['b.csv', 'taken']);
  expect(await foldersOf(A)).toEqual([]);
});

test('C5.064 whoever may no longer request, or has gone, requests nothing by a folder', async () => {
  granted(await take());
  await world.current.query(`UPDATE users SET status = 'inactive' WHERE id = $1`, [A.userId]);
  await put('a.csv', [line('F-1')]);
  await takeBatches(folder, QUIET);
  expect(await references()).toEqual([]);
  expect(await names(join(place, 'refused'))).toHaveLength(1);
});
