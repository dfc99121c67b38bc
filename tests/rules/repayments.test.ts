import pg from 'pg';
import type { Principal } from '@/lib/access/policy/principal';
import { HOME_TASKS } from '@/lib/composition/process/home-tasks';
import { readLargeFile } from '@/lib/core/files/large-files';
import { stopClock } from '@/lib/core/server/clock';
import { waitingWork } from '@/lib/kit/listing/home-tasks';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { addCharges, addOwnMoney } from '@/lib/money/expenses/change-lines';
import { linesOf } from '@/lib/money/expenses/lines';
import { createReport } from '@/lib/money/expenses/make-report';
import { dueByCompany } from '@/lib/money/expenses/payable/due';
import { voidPayableFile } from '@/lib/money/expenses/payable/void-file';
import { writePayableFile } from '@/lib/money/expenses/payable/write-file';
import { markPersonal } from '@/lib/money/expenses/personal-share';
import { changeRepayment } from '@/lib/money/expenses/repayments/change-repayment';
import { REPAYMENTS } from '@/lib/money/expenses/repayments/listing';
import { chooseOwnAccount, ownRepaymentAccount, stopOwnAccount } from '@/lib/money/expenses/repayments/own-account';
import { choosePayer, repaymentPayers } from '@/lib/money/expenses/repayments/payer';
import { seenRepayment } from '@/lib/money/expenses/repayments/repayments';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import { lastAnswers } from '@/lib/money/rails/answers';
import { uploadAnswer } from '@/lib/money/rails/bring-answer';
import { cancelMandate } from '@/lib/money/rails/cancel-mandate';
import { downloadFile } from '@/lib/money/rails/download-file';
import { repaymentsOfFile, seenFile } from '@/lib/money/rails/files';
import { payDue } from '@/lib/money/rails/repayments/pay-due';
import { settleRepayments } from '@/lib/money/rails/repayments/settle-repayments';
import { answerTo } from '@/lib/money/rails/simulated-bank';
import { unpaid } from '@/lib/money/rails/uncollected';
import { removeWalletAccount } from '@/lib/money/wallet/change-wallet';
import { ownMandates } from '@/lib/money/wallet/mandates/mandates';
import { deliverNotices } from '../support/deliver-notices';
import { anExpensePolicy } from '../support/expense-policy';
import { anExpenseType, ownMoney, reportEntry, tried } from '../support/expense-reports';
import { untilWaiting } from '../support/held-rows';
import { ORIGIN, useDatabase } from '../support/module-world';
import { anOriginator, filesOf, textOfFile } from '../support/payment-files';
import { anIban, aUsAccount, aWalletAccount, IBANS } from '../support/payments';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted } from '../support/results';
import { withSetting } from '../support/settings';
import { aBrand } from '../support/sign-in';
import {
  aCompany,
  anAccount,
  anIssuer,
  anOrgPoint,
  aUserAt,
  type PlacedPerson,
  type StructureNode
} from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let other: PlacedPerson;
/** The cardholder, their approver, an administrator of the company, and one of the issuer. */
let A: Principal;
let O: Principal;
let C: Principal;
let I: Principal;
let taxi: string;

const MONDAY = new Date('2026-03-16T10:00:00Z');
const WEDNESDAY = new Date('2026-03-18T10:00:00Z');
/** An IBAN that the simulated bank doesn't know, and one without money. */
const UNKNOWN = 'DE35370400440532013099';
const EMPTY = 'DE08500105175407324900';

beforeAll(() => aBrand());
beforeEach(async () => {
  stopClock(MONDAY);
  // What other tests have left to send.
  while (await payDue());
});

async function aWorld(currency = 'EUR') {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer, { name: 'Norrvik AB' });
  await db.query('UPDATE companies SET currency = $2 WHERE id = $1', [company.id, currency]);
  const point = await anOrgPoint(db, company);
  account = await anAccount(db, point);
  const owner = await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  const manager = await aUserAt(db, 'O', point);
  other = await aUserAt(db, 'O', point);
  await db.query('UPDATE users SET supervisor_id = $2 WHERE id = $1', [owner.id, manager.id]);
  [A, O] = [await principalFor(db, owner), await principalFor(db, manager)];
  [C, I] = [await aPrincipalAt(db, 'C', company), await aPrincipalAt(db, 'I', issuer)];
  taxi = await anExpenseType(C, company);
  await anExpensePolicy(db, company);
}

/** The company pays by bank, and its cardholder has an account for it. */
async function byBank({ collects = false, iban = IBANS[1] as string } = {}) {
  await aWorld();
  await anOriginator(I, issuer, 'sepa');
  await payFrom(await aWalletAccount(C, anIban(IBANS[0])));
  await choose(await aWalletAccount(A, anIban(iban)), collects);
}
const payFrom = async (walletAccountId: string | null) =>
  granted(await choosePayer(C, { companyId: company.id, walletAccountId }, ORIGIN));
const choose = async (walletAccountId: string, collects = false) =>
  granted(await chooseOwnAccount(A, { walletAccountId, authorizationText: collects ? 'Agreed.' : null }, ORIGIN));

/** An approved report with own money and a personal share: its id. */
async function anApproved({ own = '12.50', share = '' } = {}) {
  const id = granted(await createReport(A, reportEntry(account), ORIGIN));
  if (share) {
    const { id: charge } = await aTransaction(world.current, account, { amount: '100', postingDate: '2026-03-10' });
    granted(await addCharges(A, id, [charge], ORIGIN));
    const [line] = await linesOf((await seenReport(A, id)) as ExpenseReport);
    granted(await markPersonal(A, { id, lineId: line?.id as string }, share, ORIGIN));
  }
  if (own) granted(await addOwnMoney(A, id, ownMoney(taxi, { amount: own }), ORIGIN));
  granted(await tried(A, id, { event: 'submit' }));
  granted(await tried(O, id, { event: 'approve' }));
  return id;
}
const repaidOf = async (report: string) => {
  const id = (await seenReport(A, report))?.repayment?.id;
  return id ? seenRepayment(A, id) : null;
};
const due = async () => (await dueByCompany(C)).flatMap(({ reports }) => reports.map(({ id }) => id));
async function fileText(at = -1) {
  const file = (await filesOf(world.current, issuer.id)).at(at);
  return textOfFile(readLargeFile({ issuerId: issuer.id, id: file?.fileId as string }));
}
const answer = async (rail: 'nacha' | 'sepa', at = -1) => {
  const text = answerTo(rail, await fileText(at));
  if (text) granted(await uploadAnswer(I, { name: 'answer', bytes: Buffer.from(text) }, ORIGIN));
};
const changed = async (id: string, event: 'retry' | 'cancel', by = C) =>
  changeRepayment(by, id, { event, version: (await seenRepayment(C, id))?.version ?? 0 }, ORIGIN);
/** What the cardholder was told by notices of a kind. */
async function toldOf(kind: string) {
  await deliverNotices(world.current);
  const told = await world.current.query<{ params: unknown }>(
    'SELECT params FROM inbox_notices WHERE user_id = $1 AND kind = $2 ORDER BY params->>$3',
    [A.userId, kind, 'amount']
  );
  return told.map(({ params }) => params);
}
async function settleAll() {
  for (const { id } of await filesOf(world.current, issuer.id)) await downloadFile(I, id, ORIGIN);
  stopClock(WEDNESDAY);
  while (await settleRepayments());
}

describe('issue 20 point 4 the account that somebody is paid back to', () => {
  beforeEach(() => aWorld());

  test('C3.029 is one of their own wallet, known to its owner alone, audited and mailed', async () => {
    const id = await aWalletAccount(A, anIban(IBANS[1]));
    await choose(id, true);
    expect(await ownRepaymentAccount(A)).toMatchObject({
      walletAccountId: id,
      lastFour: '7466',
      authorizationText: 'Agreed.'
    });
    for (const by of [O, C, I]) expect(await ownRepaymentAccount(by)).toBeNull();
    const eyes = { ...A, accessor: { issuerId: C.issuerId, userId: C.userId } } as Principal;
    expect(await ownRepaymentAccount(eyes)).toBeNull();
    const wanted = { walletAccountId: id, authorizationText: null };
    for (const [by, code] of [
      [eyes, 'forbidden.action'],
      [O, 'forbidden.action'],
      [C, 'forbidden.action']
    ] as const)
      expect(codeOf(await chooseOwnAccount(by, wanted, ORIGIN))).toBe(code);
    const foreign = { walletAccountId: await aWalletAccount(C, anIban(IBANS[0])), authorizationText: null };
    expect(codeOf(await chooseOwnAccount(A, foreign, ORIGIN))).toBe('not.found');
    granted(await stopOwnAccount(A, ORIGIN));
    expect(codeOf(await stopOwnAccount(A, ORIGIN))).toBe('not.found');
    const acts = await world.current.query<{ action: string }>(
      "SELECT action FROM audit_entries WHERE entity_id = $1 AND action LIKE 'repayment%' ORDER BY sequence",
      [id]
    );
    expect(acts.map(({ action }) => action)).toEqual(['repayment.account_chosen', 'repayment.account_stopped']);
    const [mails] = await world.current.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM outbox WHERE issuer_id = $1 AND topic = 'mail.send'",
      [issuer.id]
    );
    expect(mails?.count).toBe(2);
  });

  test('C3.029 is usable, and no longer chosen once it is removed from the wallet', async () => {
    const id = await aWalletAccount(A, anIban(IBANS[1]));
    await world.current.query("UPDATE wallet_accounts SET state = 'proposed' WHERE id = $1", [id]);
    const wanted = { walletAccountId: id, authorizationText: null };
    expect(codeOf(await chooseOwnAccount(A, wanted, ORIGIN))).toBe('repayment.account.unusable');
    await world.current.query("UPDATE wallet_accounts SET state = 'usable' WHERE id = $1", [id]);
    await choose(id);
    granted(await removeWalletAccount(A, id, ORIGIN));
    expect(await ownRepaymentAccount(A)).toBeNull();
  });
});

describe('issue 20 point 4 a repayment', () => {
  test('C3.022 is made of an approved report where its company pays by bank, and its owner has an account', async () => {
    await aWorld();
    const before = await anApproved();
    await payFrom(await aWalletAccount(C, anIban(IBANS[0])));
    const without = await anApproved();
    await choose(await aWalletAccount(A, anIban(IBANS[1])));
    const paid = await anApproved({ own: '50', share: '20.25' });
    expect(await repaidOf(paid)).toMatchObject({
      reference: 'R-000001',
      direction: 'credit',
      own: '50',
      personal: '20.25',
      amount: '29.75',
      lastFour: '7466',
      state: 'to_send',
      authorizationText: null,
      owner: 'Ada Berg'
    });
    // What is owed is collected from nobody who hasn't allowed it, and nothing is left to move.
    const owed = await anApproved({ own: '', share: '40.25' });
    const even = await anApproved({ own: '20', share: '20' });
    expect((await due()).sort()).toEqual([before, without, owed, even].sort());
    await payFrom(null);
    expect(await repaidOf(await anApproved())).toBeNull();
    expect(await repaymentPayers(C)).toMatchObject([{ account: null, stranded: 1 }]);
  });

  test('C3.022 collects what is owed with the words that its owner has agreed to', async () => {
    await byBank({ collects: true });
    const owed = await anApproved({ own: '10', share: '40.25' });
    expect(await repaidOf(owed)).toMatchObject({ direction: 'debit', amount: '30.25', authorizationText: 'Agreed.' });
    expect(await due()).toEqual([]);
  });

  test('F-5 is in a payable file or in a file of the bank, never in both: the database says so too', async () => {
    await byBank();
    const report = await anApproved();
    const filed = await anApprovedByFile();
    expect(await due()).toEqual([filed]);
    const [company0] = await dueByCompany(C);
    granted(await writePayableFile(C, { companyId: company.id, digest: company0?.digest as string }, ORIGIN));
    await expect(
      world.current.query(
        `INSERT INTO payable_entries (issuer_id, file_id, report_id, currency, own, personal)
         SELECT issuer_id, id, $2, 'EUR', 1, 0 FROM payable_files WHERE company_id = $1`,
        [company.id, report]
      )
    ).rejects.toThrow('payable_entries_way');
  });

  test('C4.019D is cancelled with a reroute until the bank has it, and cancelled by hand makes its report due', async () => {
    await byBank();
    const report = await anApproved();
    granted(await tried(O, report, { event: 'reroute', approver: other.userId }));
    expect(await repaidOf(report)).toBeNull();
    granted(await tried(await principalFor(world.current, other), report, { event: 'approve' }));
    const again = await repaidOf(report);
    expect(again).toMatchObject({ reference: 'R-000002', state: 'to_send' });
    granted(await changed(again?.id as string, 'cancel'));
    expect(await due()).toEqual([report]);
    const sent = await anApproved();
    expect(await payDue()).toBe(true);
    expect(codeOf(await tried(O, sent, { event: 'reroute', approver: other.userId }))).toBe('expense.report.repaid');
    expect(codeOf(await changed((await repaidOf(sent))?.id as string, 'cancel'))).toBe('repayment.with.bank');
  });
});

describe('issue 20 point 4 what is locked by two commands is locked in one order, so that they never deadlock', () => {
  /** While another command holds the report and waits for the repayment, what is done ends after it. */
  async function afterHolder(report: string, work: () => Promise<unknown>, then: string, values: unknown[]) {
    const client = new pg.Client({ connectionString: world.current.ownerUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM expense_reports WHERE id = $1 FOR UPDATE', [report]);
      const working = work();
      await untilWaiting(client);
      await client.query(then, values);
      await client.query('COMMIT');
      return await working;
    } finally {
      await client.end();
    }
  }

  test('a repayment after its report', async () => {
    await byBank();
    const report = await anApproved();
    const id = (await repaidOf(report))?.id as string;
    const repayment = 'SELECT 1 FROM repayments WHERE id = $1 FOR UPDATE NOWAIT';
    await afterHolder(report, async () => granted(await changed(id, 'cancel')), repayment, [id]);
    expect(await due()).toEqual([report]);
  });

  test('the reports of a payable file by their ids', async () => {
    await byBank();
    const [first = '', last = ''] = [await anApprovedByFile(), await anApprovedByFile()].sort();
    const [waiting] = await dueByCompany(C);
    const written = () =>
      writePayableFile(C, { companyId: company.id, digest: waiting?.digest as string }, ORIGIN).then(granted);
    const other = 'SELECT 1 FROM expense_reports WHERE id = $1 FOR UPDATE NOWAIT';
    const file = (await afterHolder(first, written, other, [last])) as string;
    await afterHolder(first, async () => granted(await voidPayableFile(C, file, { reason: 'Paid' }, ORIGIN)), other, [
      last
    ]);
    expect((await due()).sort()).toEqual([first, last]);
  });
});

/** A report that its owner has no account for at the time. */
async function anApprovedByFile() {
  const { walletAccountId = '' } = (await ownRepaymentAccount(A)) ?? {};
  granted(await stopOwnAccount(A, ORIGIN));
  const id = await anApproved();
  await choose(walletAccountId);
  return id;
}

describe('issue 20 point 4 a file of repayments', () => {
  test('C1.012 isn’t written until the issuer has a bank for it, which its administrators are told', async () => {
    await aWorld();
    await payFrom(await aWalletAccount(C, anIban(IBANS[0])));
    await choose(await aWalletAccount(A, anIban(IBANS[1])));
    await anApproved();
    expect([await payDue(), await unpaid(I), await unpaid(C)]).toEqual([false, 1, 0]);
    await anOriginator(I, issuer, 'sepa');
    expect([await unpaid(I), await payDue()]).toEqual([0, true]);
  });

  test('C1.012 is one for the bank, once whichever worker writes it, the same bytes each time, and settles on its day', async () => {
    await byBank();
    const [one, two] = [await anApproved(), await anApproved({ own: '7.25' })];
    const wrote = await Promise.all([payDue(), payDue(), payDue()]);
    expect(wrote.filter(Boolean)).toHaveLength(1);
    expect(await payDue()).toBe(false);
    expect(await filesOf(world.current, issuer.id)).toMatchObject([
      { collectOn: '2026-03-17', payments: 2, total: '19.75' }
    ]);
    const [{ id = '' } = {}] = await filesOf(world.current, issuer.id);
    expect(await seenFile(I, id)).toMatchObject({ kind: 'repayments', state: 'waiting', open: 2, returned: 0 });
    const texts: string[] = [];
    for (let time = 0; time < 2; time += 1)
      texts.push(await textOfFile((await downloadFile(I, id, ORIGIN))?.bytes as never));
    expect(new Set([...texts, await fileText()]).size).toBe(1);
    expect(await repaymentsOfFile(I, id)).toMatchObject([
      { trace: 'R-000001-1', reference: 'R-000001', company: 'Norrvik AB', lastFour: '7466', amount: '12.5' },
      { trace: 'R-000002-1', amount: '7.25' }
    ]);
    await answer('sepa');
    expect(await lastAnswers(I)).toMatchObject([{ accepted: 2, paid: 0, returned: 0 }]);
    expect((await repaidOf(one))?.state).toBe('in_file');
    await settleAll();
    expect([(await repaidOf(one))?.state, (await repaidOf(two))?.state]).toEqual(['settled', 'settled']);
    expect((await seenReport(A, one))?.repayment).toMatchObject({ state: 'settled', lastFour: '7466' });
    expect(await toldOf('payment.repayment.settled.credit')).toEqual([
      { title: 'Oslo, March', amount: 'EUR\u00a012.50', number: '•••• 7466' },
      { title: 'Oslo, March', amount: 'EUR\u00a07.25', number: '•••• 7466' }
    ]);
    expect(await seenFile(I, id)).toMatchObject({ state: 'done', open: 0 });
    // Its account may be removed then.
    granted(await removeWalletAccount(A, (await ownRepaymentAccount(A))?.walletAccountId as string, ORIGIN));
  });

  test('C1.012 a return tells the cardholder and the administrators why, and it is sent again to another account', async () => {
    await byBank({ iban: UNKNOWN });
    const report = await anApproved();
    await payDue();
    await answer('sepa');
    const { id = '' } = (await repaidOf(report)) ?? {};
    expect(await repaidOf(report)).toMatchObject({ state: 'returned', returnCode: 'AC01' });
    await deliverNotices(world.current);
    const told = await world.current.query<{ user: string; kind: string }>(
      `SELECT user_id AS user, kind FROM inbox_notices WHERE issuer_id = $1 AND kind LIKE 'payment.repayment%'`,
      [issuer.id]
    );
    expect(told).toEqual(
      expect.arrayContaining([
        { user: A.userId, kind: 'payment.repayment.returned' },
        { user: C.userId, kind: 'payment.repayment.returned.of' }
      ])
    );
    const waiting = (await waitingWork(C, new Set(['expense.reports']), HOME_TASKS)).map(({ name }) => name);
    expect(waiting).toContain('repayments.returned');
    expect(codeOf(await changed(id, 'retry', A))).toBe('forbidden.action');
    expect(codeOf(await changed(id, 'retry'))).toBe('repayment.account.same');
    await choose(await aWalletAccount(A, anIban(IBANS[2])));
    granted(await changed(id, 'retry'));
    expect(codeOf(await changed(id, 'retry'))).toBe('repayment.ended');
    expect(await payDue()).toBe(false);
    stopClock(new Date(MONDAY.getTime() + 16 * 60_000));
    expect(await payDue()).toBe(true);
    // The answer to the first file says nothing about the second.
    await world.current.query(`UPDATE payment_answers SET identity = 'other' WHERE issuer_id = $1`, [issuer.id]);
    const late = answerTo('sepa', await fileText(0)) as string;
    expect(codeOf(await uploadAnswer(I, { name: 'late', bytes: Buffer.from(late) }, ORIGIN))).toBe(
      'payment.answer.returned'
    );
    await answer('sepa');
    await settleAll();
    expect(await repaidOf(report)).toMatchObject({ state: 'settled', lastFour: '7947', returnCode: null });
    const entries = await world.current.query(
      'SELECT trace, return_code AS code FROM repayment_entries WHERE repayment_id = $1 ORDER BY trace',
      [id]
    );
    expect(entries).toEqual([
      { trace: 'R-000001-1', code: 'AC01' },
      { trace: 'R-000001-2', code: null }
    ]);
  });

  test('C1.012 a debit without money is tried again on the same account, and cancelled it is due in the payable file', async () => {
    await byBank({ collects: true, iban: EMPTY });
    const report = await anApproved({ own: '', share: '40.25' });
    await payDue();
    await answer('sepa');
    const { id = '', returnCode } = (await repaidOf(report)) ?? {};
    expect(returnCode).toBe('AM04');
    granted(await changed(id, 'retry'));
    granted(await changed(id, 'cancel'));
    expect(await due()).toEqual([report]);
    expect(await toldOf('payment.repayment.cancelled')).toEqual([{ title: 'Oslo, March' }]);
  });

  test('issue 20 point 4 the bank’s word that it is paid settles a debit, and its owner is told once', async () => {
    await byBank({ collects: true });
    const report = await anApproved({ own: '', share: '40.25' });
    await payDue();
    const [file] = await filesOf(world.current, issuer.id);
    const paid = `<Document><CstmrPmtStsRpt><GrpHdr><MsgId>PAID</MsgId></GrpHdr><OrgnlGrpInfAndSts>
      <OrgnlMsgId>${file?.messageId}</OrgnlMsgId><GrpSts>ACSC</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;
    granted(await uploadAnswer(I, { name: 'paid', bytes: Buffer.from(paid) }, ORIGIN));
    await settleAll();
    expect((await repaidOf(report))?.state).toBe('settled');
    expect(await toldOf('payment.repayment.settled.debit')).toEqual([
      { title: 'Oslo, March', amount: 'EUR\u00a040.25', number: '•••• 7466' }
    ]);
  });

  test('C1.012 of ACH is balanced with the account of the company, whose own return its administrators hear of', async () => {
    await aWorld('USD');
    await anOriginator(I, issuer, 'nacha');
    await payFrom(await aWalletAccount(C, aUsAccount('987654300')));
    await choose(await aWalletAccount(A, aUsAccount('123456799')));
    const report = await anApproved();
    await payDue();
    const records = (await fileText()).split('\n').map((record) => record.slice(0, 39));
    expect(records.filter((record) => /^[68]/.test(record))).toEqual([
      '622021000021123456799        0000001250',
      expect.stringMatching(/^8220000001/),
      '627021000021987654300        0000001250',
      expect.stringMatching(/^8225000001/)
    ]);
    await answer('nacha');
    expect(await repaidOf(report)).toMatchObject({ state: 'returned', returnCode: 'R03' });
    await deliverNotices(world.current);
    const [unpaid] = await world.current.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM inbox_notices WHERE user_id = $1 AND kind = 'payment.repayment.unpaid'`,
      [C.userId]
    );
    expect(unpaid?.count).toBe(1);
  });
});

describe('issue 20 point 4 C1.012 the mandate by which personal shares are collected', () => {
  const mandate = async () => [...(await ownMandates(A)).values()][0];
  const owed = () => anApproved({ own: '', share: '40.25' });
  const later = () => stopClock(new Date(MONDAY.getTime() + 16 * 60_000));

  test('is given with the words that allow it, in the core scheme, and every debit uses it', async () => {
    await byBank();
    expect(await mandate()).toBeUndefined();
    await withSetting(world.current, { issuerId: issuer.id }, 'payment.sepa.scheme', 'b2b');
    const { walletAccountId = '' } = (await ownRepaymentAccount(A)) ?? {};
    await choose(walletAccountId, true);
    await choose(walletAccountId, true);
    expect(await mandate()).toMatchObject({ number: 1, scheme: 'CORE', state: 'active', signedOn: '2026-03-16' });
    const reference = (await mandate())?.reference;
    await owed();
    await payDue();
    const first = await fileText();
    later();
    await owed();
    await payDue();
    for (const text of [first, await fileText()]) {
      expect(text).toContain(`<MndtId>${reference}</MndtId><DtOfSgntr>2026-03-16</DtOfSgntr>`);
      expect(text).toContain('<LclInstrm><Cd>CORE</Cd></LclInstrm></PmtTpInf>'.replace('</PmtTpInf>', '<SeqTp>RCUR'));
    }
    expect(await mandate()).toMatchObject({ collectedOn: '2026-03-17', creditorId: 'DE98ZZZ09999999999' });
  });

  test('is cancelled in the wallet while nothing is under way, and nothing is collected until another is given', async () => {
    await byBank({ collects: true });
    const report = await owed();
    const { walletAccountId = '' } = (await ownRepaymentAccount(A)) ?? {};
    expect(codeOf(await cancelMandate(A, walletAccountId, ORIGIN))).toBe('wallet.paying');
    granted(await changed((await repaidOf(report))?.id as string, 'cancel'));
    granted(await cancelMandate(A, walletAccountId, ORIGIN));
    expect(await ownRepaymentAccount(A)).toMatchObject({ collects: false, authorizationText: 'Agreed.' });
    const other = await owed();
    expect([await repaidOf(other), (await due()).sort()]).toEqual([null, [report, other].sort()]);
    // What is paid back needs none.
    expect((await repaidOf(await anApproved()))?.direction).toBe('credit');
    await choose(walletAccountId, true);
    expect(await mandate()).toMatchObject({ number: 2, state: 'active' });
    expect((await repaidOf(await owed()))?.direction).toBe('debit');
  });

  test('is blocked by the bank, and the debit is sent again to the same account by another one', async () => {
    await byBank({ collects: true });
    const report = await owed();
    await payDue();
    const [file] = await filesOf(world.current, issuer.id);
    const trace = /<EndToEndId>(.*?)</.exec(await fileText())?.[1];
    const refusal = `<Document><CstmrPmtStsRpt><GrpHdr><MsgId>NO</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${file?.messageId}</OrgnlMsgId></OrgnlGrpInfAndSts>
      <OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>${trace}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>MD01</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
    granted(await uploadAnswer(I, { name: 'no', bytes: Buffer.from(refusal) }, ORIGIN));
    expect(await mandate()).toMatchObject({ state: 'blocked', blockCode: 'MD01' });
    expect(await toldOf('payment.mandate.blocked')).toHaveLength(1);
    const { id = '' } = (await repaidOf(report)) ?? {};
    expect(codeOf(await changed(id, 'retry'))).toBe('repayment.not.agreed');
    await choose((await ownRepaymentAccount(A))?.walletAccountId as string, true);
    granted(await changed(id, 'retry'));
    later();
    expect(await payDue()).toBe(true);
    expect(await fileText()).toContain(`<MndtId>${(await mandate())?.reference}</MndtId>`);
  });

  test.each([
    [
      'MD01',
      'its mandate has lapsed',
      "UPDATE sepa_mandates SET state = 'lapsed', ended_at = now() WHERE issuer_id = $1"
    ],
    [
      'R02',
      'the bank has blocked its account',
      "UPDATE wallet_accounts SET state = 'blocked', block_reason = 'returned', block_code = 'R02' WHERE issuer_id = $1 AND user_id = $2"
    ]
  ])('a debit comes back with %s unsent where %s, and its owner is told', async (code, _why, sql) => {
    await byBank({ collects: true });
    const report = await owed();
    await world.current.query(sql, sql.includes('$2') ? [issuer.id, A.userId] : [issuer.id]);
    expect([await payDue(), await payDue()]).toEqual([true, false]);
    expect(await repaidOf(report)).toMatchObject({ state: 'returned', returnCode: code });
    expect(await filesOf(world.current, issuer.id)).toEqual([]);
    expect(await toldOf('payment.repayment.returned')).toHaveLength(1);
  });
});

test('C2.052 issue 20 point 4 a cardholder lists their own repayments, an administrator those of their companies', async () => {
  await byBank();
  const report = await anApproved();
  const { id = '' } = (await repaidOf(report)) ?? {};
  const listed = async (by: Principal) => {
    const rows: unknown[] = [];
    for await (const row of listRows(by, REPAYMENTS, readQuery(REPAYMENTS, { state: 'to_send' }))) rows.push(row.id);
    return rows;
  };
  expect(await listed(A)).toEqual([id]);
  expect(await listed(C)).toEqual([id]);
  const second = await principalFor(world.current, await aUserAt(world.current, 'A', account));
  expect([await listed(second), await seenRepayment(second, id)]).toEqual([[], null]);
});
