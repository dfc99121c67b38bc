import { mkdir, mkdtemp, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Principal } from '@/lib/access/policy/principal';
import { readLargeFile } from '@/lib/core/files/large-files';
import { stopClock } from '@/lib/core/server/clock';
import { seenPayment } from '@/lib/money/payments/payments';
import { lastAnswers } from '@/lib/money/rails/answers';
import { exchangeFiles, watchPayments } from '@/lib/money/rails/watch-folder';
import { useDatabase } from '../support/module-world';
import { anOriginator, collected, filesOf, textOfFile } from '../support/payment-files';
import { anIban, aPayment, aWalletAccount, IBANS } from '../support/payments';
import { aPrincipalAt } from '../support/principal';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { until } from '../support/until';

const world = useDatabase();
let issuer: StructureNode;
let account: StructureNode;
let A: Principal;
let I: Principal;
let euros: string;
let folder: string;
let [toBank, fromBank] = ['', ''];

beforeAll(() => aBrand());
beforeEach(async () => {
  stopClock(new Date('2026-03-16T17:00:00Z'));
  issuer = await anIssuer(world.current);
  account = await anAccount(world.current, await aCompany(world.current, issuer));
  A = await aPrincipalAt(world.current, 'A', account);
  I = await aPrincipalAt(world.current, 'I', issuer);
  euros = await aWalletAccount(A, anIban(IBANS[1]));
  await anOriginator(I, issuer, 'sepa');
  folder = await mkdtemp(join(tmpdir(), 'payments-'));
  [toBank, fromBank] = ['to-bank', 'from-bank'].map((name) => join(folder, issuer.number as string, name)) as [
    string,
    string
  ];
  for (const place of [toBank, fromBank]) await mkdir(place, { recursive: true });
});

const due = () => aPayment(world.current, account, { payerId: A.userId, walletAccountId: euros, payOn: '2026-03-16' });
const stateOf = async (id: string) => (await seenPayment(A, id))?.state;
const names = async (place: string) =>
  (await readdir(place).catch(() => [])).filter((name) => !name.startsWith('.')).sort();
const put = async (name: string, text: string, at = new Date('2026-03-16T16:00:00Z')) => {
  await writeFile(join(fromBank, name), text);
  await utimes(join(fromBank, name), at, at);
};
const only = async () => {
  const [file] = await filesOf(world.current, issuer.id);
  if (!file) throw new Error('no file');
  return file;
};
const report = async (inside: string, messageId = 'B1') =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>${messageId}</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${(await only()).messageId}</OrgnlMsgId><GrpSts>${inside}</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;
const answers = async () =>
  (await lastAnswers(I)).map(({ fileName, source, refusal, accepted }) => ({
    fileName,
    source,
    accepted,
    code: refusal?.code ?? null
  }));

test('issue 20 C1.012 a file is placed for the bank once, whole, by any number of workers, and counts as fetched', async () => {
  const id = await due();
  await collected();
  await Promise.all([exchangeFiles(folder), exchangeFiles(folder), exchangeFiles(folder)]);
  const { fileId, messageId } = await only();
  expect(await names(toBank)).toEqual([`${messageId}.xml`]);
  const text = await readFile(join(toBank, `${messageId}.xml`), 'utf8');
  expect(text).toBe(await textOfFile(readLargeFile({ issuerId: issuer.id, id: fileId })));
  // The bank takes it away, and gets it no second time.
  await rename(join(toBank, `${messageId}.xml`), join(folder, 'with-the-bank'));
  await exchangeFiles(folder);
  expect(await names(toBank)).toEqual([]);
  const [row] = await world.current.query(
    `SELECT f.fetched_at IS NOT NULL AS fetched, (SELECT count(*)::int FROM audit_entries a WHERE a.issuer_id = f.issuer_id
       AND a.action = 'payment_file.placed' AND a.entity_id = f.id::text) AS audits FROM payment_files f WHERE f.issuer_id = $1`,
    [issuer.id]
  );
  expect(row).toEqual({ fetched: true, audits: 1 });
  expect(await stateOf(id)).toBe('sent');
});

test('issue 20 C1.012 a worker that died before it had placed a file leaves one that is placed once: what is half written is written again', async () => {
  await due();
  await collected();
  const { id, messageId, fileId } = await only();
  const placing = join(toBank, '.placing');
  await mkdir(placing);
  // It died while it wrote: nothing is noted.
  await writeFile(join(placing, `${messageId}.xml`), 'half');
  const stored = await textOfFile(readLargeFile({ issuerId: issuer.id, id: fileId }));
  await exchangeFiles(folder);
  expect(await readFile(join(toBank, `${messageId}.xml`), 'utf8')).toBe(stored);
  // It died after it was noted, before it was renamed.
  await rename(join(toBank, `${messageId}.xml`), join(placing, `${messageId}.xml`));
  await exchangeFiles(folder);
  expect([await names(toBank), await names(placing)]).toEqual([[`${messageId}.xml`], []]);
  // What is noted as fetched by hand is not placed.
  await rename(join(toBank, `${messageId}.xml`), join(folder, 'with-the-bank'));
  await world.current.query('UPDATE payment_files SET fetched_at = now() WHERE id = $1', [id]);
  await exchangeFiles(folder);
  expect(await names(toBank)).toEqual([]);
});

test('issue 20 C1.012 answers are read once and kept, bad ones are set aside, and both are shown', async () => {
  const id = await due();
  await collected();
  const good = await report('ACCP');
  await put('1-cut.xml', good.slice(0, 120), new Date('2026-03-16T15:00:00Z'));
  await put('2-good.xml', good, new Date('2026-03-16T15:01:00Z'));
  await put('3-again.xml', good, new Date('2026-03-16T15:02:00Z'));
  await put('4-growing.xml', good, new Date('2026-03-16T16:59:59Z'));
  await put('5-partial.xml.part', good);
  await Promise.all([exchangeFiles(folder), exchangeFiles(folder)]);
  expect(await names(fromBank)).toEqual(['4-growing.xml', '5-partial.xml.part', 'refused', 'taken']);
  expect(await names(join(fromBank, 'taken'))).toHaveLength(1);
  expect(await names(join(fromBank, 'refused'))).toHaveLength(2);
  expect((await answers()).map(({ code }) => code ?? 'read').sort()).toEqual([
    'payment.answer.damaged',
    'payment.answer.repeated',
    'read'
  ]);
  expect(await stateOf(id)).toBe('accepted');
  expect((await answers()).every(({ source }) => source === 'folder')).toBe(true);
  await exchangeFiles(folder);
  expect(await answers()).toHaveLength(3);
});

test('issue 20 C1.012 an answer is refused where it is too large', async () => {
  await due();
  await collected();
  await put('large.xml', `${await report('ACCP')}${' '.repeat(4 * 1024 ** 2)}`);
  await exchangeFiles(folder);
  expect(await answers()).toMatchObject([{ fileName: 'large.xml', code: 'payment.answer.damaged' }]);
});

test('issue 20 C1.012 what a worker had begun to take when it died is read once: again if it was not read, kept if it was', async () => {
  await due();
  await collected();
  const text = await report('ACCP');
  const taking = join(fromBank, '.taking');
  const left = async (id: string) => {
    await mkdir(taking, { recursive: true });
    await writeFile(join(taking, `4711-${id}-a.xml`), text);
    await utimes(join(taking, `4711-${id}-a.xml`), new Date(0), new Date(0));
  };
  // It died before it had read it.
  await left(crypto.randomUUID());
  await exchangeFiles(folder, -Infinity);
  expect(await answers()).toMatchObject([{ code: null, accepted: 1 }]);
  expect(await names(join(fromBank, 'taken'))).toHaveLength(1);
  // It died after it had read it, before the file was moved.
  const [read] = await world.current.query<{ id: string }>('SELECT id FROM payment_answers WHERE issuer_id = $1', [
    issuer.id
  ]);
  await left(read?.id as string);
  stopClock(new Date('2026-03-16T17:00:01Z'));
  await exchangeFiles(folder, -Infinity);
  expect(await answers()).toHaveLength(1);
  expect([await names(join(fromBank, 'taken')), await names(taking)]).toMatchObject([{ length: 2 }, []]);
});

test('issue 20 C1.012 only folders of an issuer’s number are looked into, and only where its operator has made them', async () => {
  await due();
  await collected();
  const strange = join(folder, 'nobody', 'from-bank');
  await mkdir(strange, { recursive: true });
  await writeFile(join(strange, 'a.xml'), await report('ACCP'));
  await utimes(join(strange, 'a.xml'), new Date(0), new Date(0));
  await rename(toBank, join(folder, '.elsewhere'));
  await exchangeFiles(folder);
  expect([await names(strange), await answers()]).toEqual([['a.xml'], []]);
  const [row] = await world.current.query('SELECT fetched_at AS fetched FROM payment_files WHERE issuer_id = $1', [
    issuer.id
  ]);
  expect(row).toEqual({ fetched: null });
});

test('issue 20 C1.012 a worker watches the folder until it stops, and without one watches nothing', async () => {
  await due();
  await collected();
  await (await watchPayments(undefined))();
  const stop = await watchPayments(folder);
  try {
    await until(async () => (await names(toBank)).length > 0);
  } finally {
    await stop();
  }
});
