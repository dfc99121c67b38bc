import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { LEDGER_EXPORTS, seenExport } from '@/lib/money/ledger/exports';
import { filesOf } from '@/lib/money/ledger/files';
import { ledgerRetention } from '@/lib/money/ledger/retention';
import { reverseTransaction, reverseTransactions, startReversal } from '@/lib/money/ledger/reverse';
import { exportPlaces, placeTyped, selectionSchema } from '@/lib/money/ledger/selection';
import { writeAgain } from '@/lib/money/ledger/start-export';
import { whileHeld } from '../support/held-rows';
import { working } from '../support/jobs';
import { anExport, aPile, MARCH } from '../support/ledger';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { codeOf } from '../support/results';
import { aCompany, anAccount, anIssuer, anIssuerGroup, anOrgPoint, type StructureNode } from '../support/structure';
import { aTwinOf } from '../support/twin';
import { until } from '../support/until';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let C: Principal;

beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  C = await aPrincipalAt(world.current, 'C', company);
});
afterEach(() => shiftClock(0));

/** Two exports of two places below the company, each with one transaction. */
async function twoExports() {
  const made: { id: string; transactionId: string }[] = [];
  for (let count = 0; count < 2; count++) {
    const point = await anOrgPoint(world.current, company);
    const account = await anAccount(world.current, point);
    await aPile(world.current, account, 1);
    const id = await anExport(C, point.id);
    await working(jobHandlers, () => until(async () => (await seenExport(C, id))?.status === 'exported'));
    const [row] = await world.current.query<{ id: string }>('SELECT id FROM transactions WHERE account_id = $1', [
      account.id
    ]);
    made.push({ id, transactionId: row?.id as string });
  }
  return made as [(typeof made)[number], (typeof made)[number]];
}

test('CD.30 a place is chosen by the beginning of its name or by its number, where one alone fits', async () => {
  const db = world.current;
  const point = await anOrgPoint(db, company, { name: 'Harbour North', number: 'P77' });
  const O = await aPrincipalAt(db, 'C', company);
  const typed = (text: string) => placeTyped(O, text);
  expect(await Promise.all(['Harb', 'north', 'P77', ' Harbour North ', 'Harbour North · P77'].map(typed))).toEqual(
    Array(5).fill(point.id)
  );
  await anOrgPoint(db, company, { name: 'Harbour South', number: 'P771' });
  expect(await Promise.all(['Harb', 'P77', 'south', 'Harbour North'].map(typed))).toEqual([
    ...['', point.id, expect.any(String), point.id]
  ]);
  // Nothing typed is no place, even where one alone is seen.
  const alone = await aCompany(db, issuer);
  expect(await placeTyped(await aPrincipalAt(db, 'C', alone), ' · ')).toBe('');
});

test('CD.20 CD.30 places to export lie in one’s own issuer and part, twenty at the most', async () => {
  const db = world.current;
  const far = await anIssuer(db);
  const [beside, theirs] = [await aCompany(db, issuer), await aCompany(db, far)];
  const names = async (by: Principal, text: string) => (await exportPlaces(by, text)).map(({ name1 }) => name1);
  expect([await names(C, company.name), await names(C, beside.name)]).toEqual([[company.name], []]);
  // Of an administrator of several issuers who may export, if there were one.
  const H = await aPrincipalAt(db, 'H', await anIssuerGroup(db, [issuer, far]));
  const both: Principal = { ...H, authorities: new Set([...H.authorities, 'ledger_exports.run']) };
  expect(H.issuerId).toBe(issuer.id);
  expect([await names(both, company.name), await names(both, theirs.name)]).toEqual([[company.name], []]);
  for (let count = 0; count < 21; count++) await anOrgPoint(db, company, { name: `Quay ${count}` });
  expect(await names(C, 'Quay')).toHaveLength(20);
});

test('CD.30 the place, the days, the currency and the layout of an export are asked for as they are', () => {
  const issues = (more: object) => {
    const read = selectionSchema.safeParse({ ...MARCH, nodeId: company.id, ...more });
    return read.success ? read.data.currency : read.error.issues.map(({ path, message }) => `${path} ${message}`);
  };
  expect([issues({}), issues({ currency: '' }), issues({ currency: 'EUR' })]).toEqual([null, null, 'EUR']);
  expect(issues({ currency: 'XYZ' })).toEqual(['currency currency.unknown']);
  expect(issues({ nodeId: 'x' })).toEqual(['nodeId ledger.place.unknown']);
  expect(issues({ layoutId: '' })).toEqual(['layoutId required']);
  expect(issues({ from: '2026-04-01' })).toEqual(['to range.reversed']);
});

test('CD.20 CD.22 the list of exports has those of one’s part, for who may see them, the newest first', async () => {
  const [first, second] = await twoExports();
  const elsewhere = await aPrincipalAt(world.current, 'C', await aCompany(world.current, issuer));
  const ids = async (by: Principal, asked = {}) =>
    (await listPage(by, LEDGER_EXPORTS, readQuery(LEDGER_EXPORTS, asked))).rows.map(({ id }) => id);
  expect(await ids(C)).toEqual([second.id, first.id]);
  expect(await ids(C, { number: '1' })).toEqual([first.id]);
  expect(await ids(C, { status: 'failed' })).toEqual([]);
  expect(await ids(elsewhere)).toEqual([]);
  await anExport(C, company.id);
  await world.current.query("UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE status = 'queued'");
  // One that was never made has no count, and stands at the end of those that do.
  expect((await ids(C, { sort: 'count' })).slice(0, 2).sort()).toEqual([first.id, second.id].sort());
});

test('CD.20 CD.30 who sees several issuers writes again and takes back nothing of another than their own', async () => {
  const db = world.current;
  const far = await anIssuer(db);
  const place = await aCompany(db, far);
  await aPile(db, await anAccount(db, place), 1);
  const D = await aPrincipalAt(db, 'C', place);
  const id = await anExport(D, place.id);
  await working(jobHandlers, () => until(async () => (await seenExport(D, id))?.status === 'exported'));
  const H = await aPrincipalAt(db, 'H', await anIssuerGroup(db, [issuer, far]));
  // If there were one who may.
  const both: Principal = {
    ...H,
    authorities: new Set([...H.authorities, 'ledger_exports.run', 'ledger_exports.modify'])
  };
  expect((await seenExport(both, id))?.count).toBe(1);
  expect([
    codeOf(await writeAgain(both, { exportId: id, layoutId: 'csv' }, ORIGIN)),
    codeOf(await startReversal(both, { exportId: id, reason: 'Wrong' }, ORIGIN))
  ]).toEqual(['not.found', 'not.found']);
});

test('CD.30 what is taken back waits for its own export alone', async () => {
  const db = world.current;
  const [mine, other] = await twoExports();
  const back = (id: string) => reverseTransaction(C, id, { reason: 'Wrong' }, ORIGIN);
  await whileHeld(db, 'ledger_exports', 'id = $1', [other.id], async () => {
    expect(codeOf(await back(mine.transactionId))).toBe('ok');
  });
  const twin = await aTwinOf(db, issuer.id);
  await whileHeld(db, 'ledger_exports', 'issuer_id = $1', [twin.issuerId], async () => {
    expect(codeOf(await back(other.transactionId))).toBe('ok');
  });
});

test('CD.30 of many that are taken back each is told of for itself, and nothing is done where none is exported', async () => {
  const [mine, other] = await twoExports();
  const back = (...ids: string[]) => transaction((tx) => reverseTransactions(tx, C, ids, 'Wrong', ORIGIN));
  expect(await back()).toEqual({ done: [], refused: [] });
  expect((await back(mine.transactionId)).done).toEqual([mine.transactionId]);
  expect(await back(mine.transactionId, other.transactionId, issuer.id)).toEqual({
    done: [other.transactionId],
    refused: [
      { id: mine.transactionId, refusal: { code: 'ledger.not.exported' } },
      { id: issuer.id, refusal: { code: 'not.found' } }
    ]
  });
  for (const { id } of [mine, other]) expect((await seenExport(C, id))?.reversedCount).toBe(1);
});

test('C5.027 what is forgotten waits for its own export alone', async () => {
  const db = world.current;
  const [mine, other] = await twoExports();
  const twin = await aTwinOf(db, issuer.id);
  const forget = (id: string) =>
    transaction(async (tx) => ledgerRetention.forget?.(tx, issuer.id, [{ exportedIn: id }] as never));
  await whileHeld(db, 'ledger_exports', 'id = $1 AND issuer_id = $2', [other.id, issuer.id], () => forget(mine.id));
  await whileHeld(db, 'ledger_exports', 'issuer_id = $1', [twin.issuerId], () => forget(mine.id));
  expect([(await filesOf(C, mine.id)).length, (await filesOf(C, other.id)).length]).toEqual([0, 1]);
});
