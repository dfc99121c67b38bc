import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { formatsOf } from '@/app/workspace/ui/formats';
import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import type { Locale } from '@/lib/core/language/locales';
import { translator } from '@/lib/core/language/texts';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import type { AttachedTo } from '@/lib/kit/attachments/attachable';
import { downloadBundle, downloadPdf } from '@/lib/money/evidence/download';
import { pathInBundle } from '@/lib/money/evidence/path-in-bundle';
import { addOwnMoney, explainLine } from '@/lib/money/expenses/change-lines';
import { addTrip } from '@/lib/money/expenses/change-trips';
import { linesOf } from '@/lib/money/expenses/lines';
import { editReport } from '@/lib/money/expenses/make-report';
import { signMissingReceipt } from '@/lib/money/expenses/missing-receipt';
import { markPersonal } from '@/lib/money/expenses/personal-share';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import { aReceipt, sentFile } from '../support/attachments';
import { bytesOf } from '../support/bytes';
import { anExpensePolicy, aPolicyRule } from '../support/expense-policy';
import { anExpenseType, aReportOf, aTrip, ownMoney, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { readPdf } from '../support/pdf';
import { aPrincipalAt, principalFor } from '../support/principal';
import { aPhoto, aTextPdf } from '../support/receipt-pictures';
import { granted } from '../support/results';
import { aRecord, recordsOf } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let company: StructureNode;
let account: StructureNode;
/** The cardholder, their approver, and the company's administrator. */
let A: Principal;
let O: Principal;
let C: Principal;
let policy: string;

beforeEach(async () => {
  const db = world.current;
  company = await aCompany(db, await anIssuer(db), { name: 'Norrvik AB' });
  const point = await anOrgPoint(db, company);
  account = await anAccount(db, point);
  const owner = await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  const manager = await aUserAt(db, 'O', point, { firstName: 'Sofia', lastName: 'Holm' });
  await db.query('UPDATE users SET supervisor_id = $2 WHERE id = $1', [owner.id, manager.id]);
  [A, O, C] = [await principalFor(db, owner), await principalFor(db, manager), await aPrincipalAt(db, 'C', company)];
  policy = await anExpensePolicy(db, company);
});

const reader = (locale: Locale = 'en_US') => ({
  name: 'Ada Berg',
  locale,
  t: translator(locale),
  format: formatsOf(locale, 'Europe/Stockholm')
});
const attach = async (to: AttachedTo, bytes: Uint8Array, name: string) =>
  granted(await addAttachment(ATTACHABLES, A, to, sentFile(bytes, name), ORIGIN));
const pdfOf = async (by: Principal, id: string, locale?: Locale) =>
  readPdf(await bytesOf((await downloadPdf(by, id, reader(locale), ORIGIN))?.bytes));
const bundleBytes = async (by: Principal, id: string) =>
  bytesOf((await downloadBundle(by, id, reader(), ORIGIN))?.bytes);
const acts = (id: string, action: string) =>
  world.current.query<{ details: Record<string, string>; hash: string }>(
    `SELECT details, encode(hash, 'hex') AS hash FROM audit_entries WHERE entity_id = $1 AND action = $2`,
    [id, `expense_report.${action}`]
  );

/** A bundle's files by their paths. */
async function filesIn(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries())
    if (!entry.directory) files.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())));
  return files;
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A report with a coded charge in another currency, own money with two receipts, a trip and a statement, submitted. */
async function aFullReport() {
  const db = world.current;
  await aPolicyRule(db, company, policy, { kind: 'receipt', level: 'explain', amount: '100' });
  await aPolicyRule(db, company, policy, { kind: 'line', level: 'note', amount: '60' });
  await aRecord(C, 'mileage-rate', recordsOf(company), {
    name: 'Car',
    currency: 'EUR',
    unit: 'kilometer',
    rate: '0.5',
    isDefault: 'true'
  });
  const [type, driving] = [
    await anExpenseType(C, company, { name: 'Taxi' }),
    await anExpenseType(C, company, { name: 'Mileage', category: 'mileage', outOfPocket: '' })
  ];
  const hotel = await aTransaction(db, account, { postingDate: '2026-03-09', amount: '120.50' });
  const scheme = await aRecord(C, 'scheme', recordsOf(company), { name: 'Costs' });
  const code = await aRecord(C, 'accounting-code', recordsOf(company, scheme), {
    name: 'Cost center',
    type: 'text',
    length: '20',
    editableBy: 'A'
  });
  const id = await aReportOf(A, account, [hotel.id]);
  const taxi = granted(await addOwnMoney(A, id, ownMoney(type, { amount: '70', merchant: 'Такси Осло' }), ORIGIN));
  granted(await addTrip(A, id, aTrip(driving), ORIGIN));
  const lines = await linesOf((await seenReport(A, id)) as ExpenseReport);
  const lineId = lines.find(({ transactionId }) => transactionId === hotel.id)?.id as string;
  const statement = { reason: 'lost', note: 'It was left on the train.', asked: true } as const;
  granted(await signMissingReceipt(A, { id, lineId }, statement, ORIGIN));
  granted(await markPersonal(A, { id, lineId }, '20.5', ORIGIN));
  granted(await explainLine(A, { id, lineId }, 'The hotel was full.', ORIGIN));
  const [photo, bill] = [await aPhoto(['Oslo Taxi', 'Total 70.00']), aTextPdf(['Bill'])];
  await attach({ entity: 'expense_line', id: taxi }, photo, 'Квитанция taxi.jpg');
  await attach({ entity: 'expense_line', id: taxi }, bill, 'bill 4.2.pdf');
  granted(await tried(A, id, { event: 'submit' }));
  await db.query(
    `UPDATE transactions SET amount = 1340, currency = 'NOK', scheme_id = $2, scheme_version = repeat('0', 32) WHERE id = $1`,
    [hotel.id, scheme]
  );
  await db.query(
    `INSERT INTO allocations (issuer_id, posting_date, transaction_id, position, amount, codes)
     VALUES ($1, $2, $3, 1, 120.5, $4)`,
    [hotel.issuerId, hotel.postingDate, hotel.id, { [code]: '4711' }]
  );
  return { id, photo, bill };
}

describe('issue 17 point 7 the PDF of an expense report', () => {
  test('says who, when and how much, each line, what the policy found, and shows the receipts', async () => {
    const { id, bill } = await aFullReport();
    const pdf = await pdfOf(O, id);
    expect(pdf.info).toMatchObject({ Language: 'en-US', Title: 'Oslo, March', Author: 'Ada Berg' });
    expect(pdf).toMatchObject({ isTagged: true, preferences: { DisplayDocTitle: true } });
    const text = pdf.pages.map((page) => page.text).join('');
    const said = [
      ...['Oslo, March', 'Ada Berg', 'Norrvik AB', 'Mar 1, 2026 – Mar 31, 2026', 'Waits for Sofia Holm since'],
      ...[
        'EUR 120.50',
        'EUR 120.00',
        'EUR 20.50',
        'EUR 99.50',
        'Personal: EUR 20.50',
        'NOK 1,340.00',
        'Cost center: 4711',
        'Такси Осло',
        'Own money'
      ],
      ...['100 km × EUR 0.50 = EUR 50.00', 'Receipt lost, signed on', 'It was left on the train.'],
      ...[
        'Explanation: The hotel was full.',
        'EUR 70.00 on one line; the limit is EUR 60.00.',
        'Travel',
        'In force since'
      ],
      ...['Expense report submitted', 'bill 4.2.pdf', 'Квитанция taxi.jpg']
    ];
    const flat = (one: string) => one.replaceAll(/\s+/g, '');
    for (const one of said) expect(flat(text)).toContain(flat(one));
    expect(flat(text)).toContain(digest(bill));
    expect(text).not.toContain('\ufffd');
    const structure = pdf.pages.map((page) => page.structure).join(' ');
    expect(structure).toMatch(/^Root\(Document\(H1 P/);
    expect(structure).toContain('H2 Table(THead(TR(TH TH TH TH TH TH))');
    expect(structure).toContain('P Figure');
  });

  test('describes each picture in words, in the reader’s language', async () => {
    const { id } = await aFullReport();
    const bytes = await bytesOf((await downloadPdf(A, id, reader('sv'), ORIGIN))?.bytes);
    expect(bytes.toString('latin1')).toContain('/Lang (sv)');
    // Texts of the structure are UTF-16 in the file.
    const alt = Buffer.from('Bild av kvittot: ', 'utf16le').swap16().toString('latin1');
    expect(bytes.toString('latin1')).toContain(alt);
  });

  test.each([
    ['en_US', 'Πειραιάς Łódź Ünal'],
    ['ru', 'Продовольственный магазин'],
    ['ja', '東京出張の経費'],
    ['ko', '서울 출장 경비'],
    ['zh_CN', '费用报销单'],
    ['zh_TW', '臺北商務旅行']
  ] as const)('in %s has its texts in their script', async (locale, title) => {
    const id = await aReportOf(A, account);
    const version = (await seenReport(A, id))?.version as number;
    const head = { title, purpose: title, firstDay: '2026-03-02', lastDay: '2026-03-03', version };
    granted(await editReport(A, id, head, ORIGIN));
    const text = (await pdfOf(A, id, locale)).pages[0]?.text;
    expect(text).toContain(title);
    expect(text).toContain(translator(locale)('expense.lines'));
    expect(text).not.toContain('\ufffd');
  });

  test('leaves out a picture that can’t be read, and lists it by name and hash all the same', async () => {
    const charge = await aTransaction(world.current, account);
    const id = await aReportOf(A, account, [charge.id]);
    const broken = aReceipt('jpg', 500);
    await attach({ entity: 'transaction', id: charge.id }, broken, 'broken.jpg');
    const [page] = (await pdfOf(A, id)).pages;
    expect(page?.text).toContain('broken.jpg');
    expect(page?.text.replaceAll(/\s/g, '')).toContain(digest(broken));
    expect(page?.structure).not.toContain('Figure');
  });

  test('is for whoever sees the report’s page, and each download is audited', async () => {
    const id = await aReportOf(A, account, [(await aTransaction(world.current, account)).id]);
    const stranger = await aPrincipalAt(
      world.current,
      'C',
      await aCompany(world.current, await anIssuer(world.current))
    );
    const all = async (by: Principal) => [
      await downloadPdf(by, id, reader(), ORIGIN),
      await downloadBundle(by, id, reader(), ORIGIN)
    ];
    // A saved report is its owner's alone.
    for (const by of [O, C, stranger]) expect(await all(by)).toEqual([null, null]);
    expect((await downloadPdf(A, id, reader(), ORIGIN))?.name).toBe('Oslo, March.pdf');
    expect(await acts(id, 'pdf_downloaded')).toHaveLength(1);
    granted(await tried(A, id, { event: 'submit' }));
    for (const by of [A, O, C])
      expect((await all(by)).map((file) => file?.name)).toEqual(['Oslo, March.pdf', 'Oslo, March.zip']);
    const eyes = { ...A, accessor: { issuerId: A.issuerId, userId: C.userId } };
    for (const by of [stranger, eyes]) expect(await all(by)).toEqual([null, null]);
  });
});

describe('issue 17 point 7 the evidence of an expense report', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'evidence-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const unpack = async (files: ReadonlyMap<string, Buffer>) => {
    for (const [path, bytes] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
  };
  /** What the bundle's own verifier says, line by line. */
  const verified = (...given: string[]) =>
    new Promise<{ code: number; says: string[] }>((resolve) => {
      execFile(process.execPath, [join(folder, 'verify.mjs'), ...given], (error, output) =>
        resolve({ code: error ? Number(error.code) : 0, says: output.trim().split('\n') })
      );
    });

  test('has the PDF, the receipts byte for byte, the audit’s entries, and a manifest whose digest the audit has', async () => {
    const { id, photo, bill } = await aFullReport();
    const files = await filesIn(await bundleBytes(O, id));
    const receipts = ['receipts/002-01-taxi.jpg', 'receipts/002-02-bill-4-2.pdf'];
    const paths = [...files.keys()];
    expect(paths).toEqual([
      'report.pdf',
      ...receipts.map((path) => expect.stringContaining(path.slice(0, 15))),
      'audit.json',
      'verify.mjs',
      'manifest.json'
    ]);
    expect(files.get(paths[1] as string)).toEqual(photo);
    expect(files.get(paths[2] as string)).toEqual(bill);
    expect((await readPdf(files.get('report.pdf') as Buffer)).info).toMatchObject({ Title: 'Oslo, March' });
    expect(files.get('verify.mjs')).toEqual(await readFile('lib/money/evidence/verify.mjs'));

    const manifest = JSON.parse(String(files.get('manifest.json')));
    expect(manifest).toMatchObject({
      format: 'tessera-expense-evidence/1',
      report: {
        id,
        title: 'Oslo, March',
        owner: 'Ada Berg',
        company: 'Norrvik AB',
        status: 'submitted',
        totals: { card: '120.5', own: '120', personal: '20.5', balance: '99.5' }
      }
    });
    const listed = paths.slice(0, -1).map((path) => {
      const bytes = files.get(path) as Buffer;
      return expect.objectContaining({ path, size: bytes.byteLength, sha256: digest(bytes) });
    });
    expect(manifest.files).toEqual(listed);
    expect(manifest.files[1]).toMatchObject({ line: 2, name: 'Квитанция taxi.jpg' });

    const { issuer, entries } = JSON.parse(String(files.get('audit.json')));
    expect(issuer).toBe(account.issuerId);
    const actions = entries.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['expense_report.created', 'expense_report.submit', 'attachment.added'])
    );
    const [kept] = await acts(id, 'submit');
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'expense_report.submit', actor: 'Ada Berg', hash: kept?.hash })
    );
    const numbers = entries.map(({ sequence }: { sequence: string }) => Number(sequence));
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
    expect(JSON.stringify(entries)).not.toContain(ORIGIN.address);

    const [download] = await acts(id, 'bundle_downloaded');
    expect(download?.details).toEqual({ name: 'Oslo, March', manifest: digest(files.get('manifest.json') as Buffer) });
  });

  test('names the one file of which a byte is changed, and a missing and an added one', async () => {
    const { id } = await aFullReport();
    const files = await filesIn(await bundleBytes(A, id));
    await unpack(files);
    const manifest = digest(files.get('manifest.json') as Buffer);
    expect(await verified(manifest)).toEqual({
      code: 0,
      says: ['All 5 files are as manifest.json lists them.', 'manifest.json is the one whose digest you gave.']
    });
    expect((await verified()).says[1]).toContain(manifest);
    for (const [path, bytes] of files) {
      // Within the verifier a byte of its first comment, so that it still runs.
      const at = path === 'verify.mjs' ? 5 : bytes.byteLength >> 1;
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await writeFile(join(folder, path), changed);
      const { code, says } = await verified(manifest);
      expect(code).toBe(1);
      expect(says).toContain(`changed: ${path}`);
      if (path !== 'manifest.json') expect(says).toEqual([`changed: ${path}`]);
      await writeFile(join(folder, path), bytes);
    }
    await rm(join(folder, 'report.pdf'));
    await writeFile(join(folder, 'receipts', 'more.png'), 'x');
    expect(await verified(manifest)).toEqual({ code: 1, says: ['missing: report.pdf', 'added: receipts/more.png'] });
    await rm(join(folder, 'manifest.json'));
    expect((await verified()).says).toContain('missing: manifest.json');
  });

  test('ends without its manifest where the audit can’t be written', async () => {
    const id = await aReportOf(A, account, [(await aTransaction(world.current, account)).id]);
    const file = await downloadBundle(A, id, reader(), { ...ORIGIN, address: 'no address' });
    await expect(bytesOf(file?.bytes)).rejects.toThrow();
    expect(await acts(id, 'bundle_downloaded')).toEqual([]);
  });

  test('is made while it is read: whoever stops reading has neither manifest nor digest', async () => {
    const charge = await aTransaction(world.current, account);
    const id = await aReportOf(A, account, [charge.id]);
    for (const name of ['1.pdf', '2.pdf', '3.pdf'])
      await attach({ entity: 'transaction', id: charge.id }, aReceipt('pdf', 3 * 1024 ** 2), name);
    const file = await downloadBundle(A, id, reader(), ORIGIN);
    let read = 0;
    for await (const chunk of file?.bytes ?? []) {
      read += chunk.byteLength;
      if (read > 1024 ** 2) break;
    }
    expect(read).toBeLessThan(3 * 1024 ** 2);
    expect(await acts(id, 'bundle_downloaded')).toEqual([]);
    const whole = await bundleBytes(A, id);
    expect(whole.byteLength).toBeGreaterThan(9 * 1024 ** 2);
    expect(await acts(id, 'bundle_downloaded')).toHaveLength(1);
  });

  test('gives files names that every system takes, and no two the same one', () => {
    const named = (name: string, at: number, mediaType = 'image/png') =>
      pathInBundle({ line: { number: 7 }, name, mediaType } as never, at);
    expect(named('Café Łódź (2).PNG', 1)).toBe('receipts/007-01-Cafe-odz-2.png');
    expect(named('..', 2)).toBe('receipts/007-02.png');
    expect(named('CON', 3, 'application/pdf')).toBe('receipts/007-03-CON.pdf');
    expect(named('領収書.jpg', 4, 'image/jpeg')).toBe('receipts/007-04.jpg');
    expect(named(`${'x'.repeat(190)}.jpg`, 100, 'image/jpeg')).toHaveLength('receipts/007-100-.jpg'.length + 60);
  });

  test('shows no card number beyond its last four digits', async () => {
    const id = await aReportOf(A, account, [(await aTransaction(world.current, account)).id]);
    await world.current.query(`UPDATE accounts SET last_four = '4321' WHERE id = $1`, [account.id]);
    const text = (await pdfOf(A, id)).pages[0]?.text;
    expect(text).toContain('•••• 4321');
    expect(text).not.toMatch(/\d{4}[ -]?\d{4}[ -]?\d{4}/);
  });
});
