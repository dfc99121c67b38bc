import { randomUUID } from 'node:crypto';
import { formatsOf } from '@/app/workspace/ui/formats';
import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { COMMENTABLES } from '@/lib/composition/process/commentables';
import { HOME_TASKS } from '@/lib/composition/process/home-tasks';
import { RETENTION_PARTS } from '@/lib/composition/process/retention';
import { transaction } from '@/lib/core/database/database';
import { translator } from '@/lib/core/language/texts';
import { programFeatures } from '@/lib/directory/programs/features';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import { attachmentsOf } from '@/lib/kit/attachments/attachments';
import { removeAttachment } from '@/lib/kit/attachments/remove-attachment';
import { addComment } from '@/lib/kit/comments/add-comment';
import { commentsOf } from '@/lib/kit/comments/comments';
import { waitingWork } from '@/lib/kit/listing/home-tasks';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { changeDispute, type DisputeChange } from '@/lib/money/disputes/change-state';
import { disputesOf, seenDispute } from '@/lib/money/disputes/disputes';
import { downloadClaim } from '@/lib/money/disputes/download-claim';
import { changeDraft, discardDraft, openDispute } from '@/lib/money/disputes/draft';
import { DISPUTE_DESK, DISPUTES } from '@/lib/money/disputes/listing';
import { lookalikes } from '@/lib/money/disputes/lookalikes';
import { noteCredit } from '@/lib/money/disputes/note-credit';
import { offeredReasons, type Reason } from '@/lib/money/disputes/reasons';
import { answerName, type DisputeEntry, disputeFormSchema, entryOf } from '@/lib/money/disputes/schema';
import { addUsualReasons, USUAL_REASONS } from '@/lib/money/disputes/usual-reasons';
import { deleteExpired } from '@/lib/money/transactions/retention';
import { aReceipt, sentFile } from '../support/attachments';
import { bytesOf } from '../support/bytes';
import { deliverNotices } from '../support/deliver-notices';
import { aDay, aDispute } from '../support/disputes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { readPdf } from '../support/pdf';
import { aPrincipalAt, principalFor } from '../support/principal';
import { queuedMails } from '../support/queued-mail';
import { codeOf, granted, refusedFor } from '../support/results';
import { aRecord, recordsOf, tryChange, tryRecord } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
const t = translator('en_US');
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;
let I: Principal;
let reasonId: string;

beforeAll(() => aBrand());
beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  A = await aPrincipalAt(world.current, 'A', account);
  C = await aPrincipalAt(world.current, 'C', company);
  I = await aPrincipalAt(world.current, 'I', issuer);
  reasonId = await aRecord(I, 'dispute-reason', recordsOf(issuer), { code: 'NR', name: 'Not received' });
});

const entry = (more: Partial<DisputeEntry> = {}): DisputeEntry => ({
  reasonId,
  amount: '100',
  explanation: 'It never came.',
  contactedOn: null,
  merchantAnswer: null,
  answers: {},
  ...more
});
const aCharge = (options: Parameters<typeof aTransaction>[2] = {}, at = account) =>
  aTransaction(world.current, at, { postingDate: aDay(), ...options });
const open = async (more: Partial<DisputeEntry> = {}, by = A, charge?: { id: string }) =>
  openDispute(by, (charge ?? (await aCharge())).id, entry(more), ORIGIN);
const versionOf = async (id: string) =>
  (await world.current.query<{ version: number }>('SELECT version FROM disputes WHERE id = $1', [id]))[0]
    ?.version as number;
const change = async (id: string, event: DisputeChange['event'], by: Principal, note?: string) =>
  changeDispute(by, { id, version: await versionOf(id), event, note }, ORIGIN);
const submitted = async (more: Partial<DisputeEntry> = {}) => {
  const id = granted(await open(more));
  granted(await change(id, 'submit', A));
  return id;
};
const reviewed = async () => {
  const id = await submitted();
  granted(await change(id, 'take_up', I));
  return id;
};
const stateOf = async (id: string, by = A) => (await seenDispute(by, id))?.state;
const through = (principal: Principal) => ({ ...principal, accessor: { issuerId: issuer.id, userId: I.userId } });
const audited = async (id: string) =>
  (
    await world.current.query<{ action: string }>(
      'SELECT action FROM audit_entries WHERE issuer_id = $1 AND entity_id = $2 ORDER BY sequence',
      [issuer.id, id]
    )
  ).map(({ action }) => action);

describe('issue 20 point 6 the claim as a PDF', () => {
  const reader = (locale: 'en_US' | 'de' = 'en_US') => ({
    name: 'Ada Berg',
    locale,
    t: translator(locale),
    format: formatsOf(locale, 'Europe/Oslo')
  });
  const pdfOf = async (by: Principal, id: string, locale?: 'de') => {
    const file = await downloadClaim(by, id, reader(locale), ORIGIN);
    return file && { name: file.name, pdf: await readPdf(await bytesOf(file.bytes)) };
  };

  test('C3.027 says what was submitted, by name and hash which evidence belongs to it, and is audited', async () => {
    const id = granted(await open({ explanation: 'Die Straße war leer – 漢字.' }));
    granted(await addAttachment(ATTACHABLES, A, { entity: 'dispute', id }, sentFile(aReceipt(), 'photo.jpg'), ORIGIN));
    expect(await pdfOf(A, id)).toBeNull();
    granted(await change(id, 'submit', A));
    const { name, pdf } = (await pdfOf(A, id)) ?? {};
    expect(name).toBe('D-000001.pdf');
    expect(pdf).toMatchObject({ isTagged: true, info: { Language: 'en-US', Title: 'D-000001 · Harbour Hotel' } });
    const text = pdf?.pages.map((page) => page.text).join('');
    for (const part of [
      'Submitted',
      company.name,
      'Harbour Hotel',
      'Die Straße war leer – 漢字.',
      'photo.jpg',
      'Page 1 of 1'
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/[0-9a-f]{64}/);
    expect((await pdfOf(I, id, 'de'))?.pdf.info).toMatchObject({ Language: 'de' });
    const audited = await world.current.query(
      "SELECT details FROM audit_entries WHERE entity_id = $1 AND action = 'dispute.pdf_downloaded'",
      [id]
    );
    expect(audited).toEqual([{ details: { name: 'D-000001' } }, { details: { name: 'D-000001' } }]);
  });

  test('C6.018 is for whoever sees the dispute, and not through another’s eyes', async () => {
    const id = await submitted();
    const stranger = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
    expect(await pdfOf(stranger, id)).toBeNull();
    expect(
      await pdfOf({ ...A, accessor: { issuerId: A.issuerId, userId: I.userId } as Principal['accessor'] }, id)
    ).toBeNull();
  });
});

describe('the form of a dispute', () => {
  test('C1.034 C2.031 C3.027 is opened from a transaction, kept with its fields, submitted and listed', async () => {
    const fieldAt = recordsOf(issuer, reasonId);
    const day = await aRecord(I, 'dispute-reason-field', fieldAt, {
      name: 'Expected on',
      type: 'date',
      mandatory: true
    });
    const paid = await aRecord(I, 'dispute-reason-field', fieldAt, { name: 'Refund offered', type: 'boolean' });
    const charge = await aCharge({ amount: '120.50' });
    const answers = { [answerName(day)]: '2026-01-10', [answerName(paid)]: true };
    const id = granted(
      await open({ amount: '99.5', contactedOn: aDay(), merchantAnswer: 'Wait.', answers }, A, charge)
    );
    const draft = await seenDispute(A, id);
    expect(draft).toMatchObject({
      reference: 'D-000001',
      transactionId: charge.id,
      state: 'draft',
      amount: '99.5',
      reasonName: 'Not received',
      explanation: 'It never came.',
      contactedOn: aDay(),
      merchantAnswer: 'Wait.',
      submittedAt: null,
      answers: [
        { id: day, label: 'Expected on', type: 'date', value: '2026-01-10' },
        { id: paid, label: 'Refund offered', type: 'boolean', value: 'true' }
      ]
    });
    granted(await change(id, 'submit', A));
    // A later change of the list leaves what was submitted as it was.
    await tryChange(I, 'dispute-reason', issuer.id, reasonId, { code: 'XX', name: 'Renamed' });
    expect(await seenDispute(A, id)).toMatchObject({
      ...draft,
      state: 'submitted',
      submittedAt: expect.any(Date),
      version: 3
    });
    const rows = (await listPage(A, DISPUTES, readQuery(DISPUTES, { state: 'submitted' }))).rows;
    expect(rows.map((row) => [row.id, row.reference])).toEqual([[id, 'D-000001']]);
    expect((await disputesOf(C, charge.id)).map((one) => one.id)).toEqual([id]);
    expect(await audited(id)).toEqual(['dispute.opened', 'dispute.submit']);
  });

  test('C1.034 is for posted purchases and cash of one’s own part alone', async () => {
    const other = await anAccount(world.current, company);
    const foreign = await aCharge({}, other);
    expect(codeOf(await open({}, A, foreign))).toBe('not.found');
    expect(codeOf(await open({}, C, foreign))).toBe('ok');
    expect(codeOf(await open({}, A, { id: randomUUID() }))).toBe('not.found');
    expect(codeOf(await open({ amount: '1' }, A, await aCharge({ type: 'credit', amount: '-100' })))).toBe(
      'dispute.not.possible'
    );
    expect(codeOf(await open({}, A, await aCharge({ type: 'cash' })))).toBe('ok');
    const own = await aCharge();
    await world.current.query("UPDATE transactions SET type = 'out_of_pocket', added_by = $2 WHERE id = $1", [
      own.id,
      A.userId
    ]);
    expect(codeOf(await open({}, A, own))).toBe('dispute.not.possible');
    for (const by of [I, await aPrincipalAt(world.current, 'O', await anOrgPoint(world.current, company))])
      expect(['forbidden.action', 'not.found']).toContain(codeOf(await open({}, by, await aCharge())));
  });

  test('is closed where the programme has no disputes', async () => {
    const option = randomUUID();
    await world.current.query(
      `INSERT INTO program_options (issuer_id, id, name, program_type, features) VALUES ($1, $2, 'Plain', 'corporate', '{mileage}')`,
      [issuer.id, option]
    );
    const id = granted(await open());
    await world.current.query('UPDATE companies SET program_option_id = $2 WHERE id = $1', [company.id, option]);
    expect((await programFeatures(A)).has('disputes')).toBe(false);
    expect(codeOf(await open())).toBe('forbidden.action');
    expect(codeOf(await change(id, 'submit', A))).toBe('forbidden.action');
  });

  test('a transaction has one dispute at a time, also when two are opened at once', async () => {
    const charge = await aCharge();
    const both = await Promise.all([open({}, A, charge), open({}, C, charge)]);
    expect(both.map(codeOf).sort()).toEqual(['dispute.open.already', 'ok']);
    const [dispute] = await disputesOf(A, charge.id);
    await expect(
      world.current.query(
        `INSERT INTO disputes SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'number', 99))).*
         FROM disputes d WHERE d.id = $1`,
        [dispute?.id]
      )
    ).rejects.toMatchObject({ constraint: 'disputes_live' });
    granted(await discardDraft(A, { id: dispute?.id as string, version: 1 }, ORIGIN));
    expect(codeOf(await open({}, A, charge))).toBe('ok');
  });

  test('keeps the reason’s time limit, its days to wait and its contact with the merchant', async () => {
    const at = recordsOf(issuer);
    const late = await aRecord(I, 'dispute-reason', at, { code: 'LA', name: 'Late', days: 10 });
    const slow = await aRecord(I, 'dispute-reason', at, { code: 'SL', name: 'Slow', waitDays: 5 });
    const asked = await aRecord(I, 'dispute-reason', at, { code: 'AS', name: 'Asked', contact: true });
    const on = async (daysAgo: number, more: Partial<DisputeEntry>) =>
      refusedFor(await open(more, A, await aCharge({ postingDate: aDay(daysAgo) })));
    expect(await on(20, { reasonId: late })).toBe('reasonId dispute.late');
    expect(await on(8, { reasonId: late })).toBeNull();
    expect(await on(70, {})).toBe('reasonId dispute.late');
    expect(await on(50, {})).toBeNull();
    expect(await on(1, { reasonId: slow })).toBe('reasonId dispute.early');
    expect(await on(8, { reasonId: slow })).toBeNull();
    expect(await on(1, { reasonId: asked })).toBe('contactedOn dispute.contact.first');
    expect(await on(1, { reasonId: asked, contactedOn: aDay(1) })).toBeNull();
    expect(await on(1, { contactedOn: aDay(-3) })).toBe('contactedOn date.invalid');
    expect(await on(1, { reasonId: randomUUID() })).toBe('reasonId dispute.reason.gone');
  });

  test('disputes at most what was billed and not won already', async () => {
    const charge = await aCharge({ amount: '100' });
    expect(refusedFor(await open({ amount: '100.01' }, A, charge))).toBe('amount dispute.amount.most');
    const id = granted(await open({ amount: '60' }, A, charge));
    granted(await change(id, 'submit', A));
    granted(await change(id, 'take_up', I));
    granted(await change(id, 'win', I, 'The merchant agrees.'));
    expect(refusedFor(await open({ amount: '40.01' }, A, charge))).toBe('amount dispute.amount.most');
    expect(refusedFor(await open({ amount: '40' }, A, charge))).toBeNull();
  });

  test('C9.033 asks the fields of its reason, each of its type', async () => {
    const at = recordsOf(issuer, reasonId);
    const ids: Record<string, string> = {};
    for (const type of ['text', 'number', 'date'] as const)
      ids[type] = await aRecord(I, 'dispute-reason-field', at, { name: type, type, mandatory: type === 'text' });
    const answered = async (answers: Record<string, unknown>) =>
      refusedFor(
        await open({
          answers: Object.fromEntries(Object.entries(answers).map(([k, v]) => [answerName(ids[k] as string), v]))
        })
      );
    expect(await answered({})).toBe(`${answerName(ids.text as string)} required.field`);
    expect(await answered({ text: 'x', number: 'many' })).toBe(`${answerName(ids.number as string)} number.invalid`);
    expect(await answered({ text: 'x', date: '2026-02-30' })).toBe(`${answerName(ids.date as string)} date.invalid`);
    expect(await answered({ text: '<b>x</b>' })).toBe(`${answerName(ids.text as string)} html.refused`);
    expect(await answered({ text: 'x', number: '2.5', date: '2026-02-28' })).toBeNull();
    const [reason] = (await offeredReasons(issuer.id)) as [Reason];
    const form = { amount: '5', explanation: 'x', [answerName(ids.text as string)]: 'y' };
    expect(entryOf(reason, disputeFormSchema(reason).parse(form))).toMatchObject({
      reasonId,
      amount: '5',
      contactedOn: null,
      answers: { [answerName(ids.text as string)]: 'y', [answerName(ids.date as string)]: null }
    });
    for (const amount of ['0', '-1', '1.23456', 'x'])
      expect(disputeFormSchema(reason).safeParse({ ...form, amount }).success).toBe(false);
    expect(disputeFormSchema(reason).safeParse({ ...form, explanation: 'x'.repeat(1025) }).success).toBe(false);
  });
});

describe('C4.034 a submitted dispute', () => {
  test('can’t be changed, discarded or given evidence; its issuer is written to in comments', async () => {
    const id = granted(await open());
    const to = { entity: 'dispute', id } as const;
    granted(await changeDraft(A, { id, version: 1 }, entry({ amount: '50' }), ORIGIN));
    expect(codeOf(await changeDraft(A, { id, version: 1 }, entry(), ORIGIN))).toBe('record.changed');
    const evidence = granted(await addAttachment(ATTACHABLES, A, to, sentFile(aReceipt('pdf'), 'order.pdf'), ORIGIN));
    granted(await change(id, 'submit', A));
    const shown = { id, version: await versionOf(id) };
    expect(codeOf(await changeDraft(A, shown, entry(), ORIGIN))).toBe('dispute.final');
    expect(codeOf(await discardDraft(A, shown, ORIGIN))).toBe('dispute.final');
    expect(codeOf(await addAttachment(ATTACHABLES, A, to, sentFile(aReceipt()), ORIGIN))).toBe('dispute.final');
    expect(codeOf(await removeAttachment(ATTACHABLES, A, to, evidence.id, ORIGIN))).toBe('dispute.final');
    expect((await attachmentsOf(ATTACHABLES, I, to))?.attachments.map(({ name }) => name)).toEqual(['order.pdf']);
    granted(await addComment(COMMENTABLES, A, to, { text: 'Please hurry.', mentions: [I.userId] }, ORIGIN));
    expect((await commentsOf(COMMENTABLES, I, to))?.comments).toMatchObject([{ text: 'Please hurry.' }]);
    expect(await seenDispute(A, id)).toMatchObject({ amount: '50', state: 'submitted' });
  });

  test.each([
    ['the amount', 'amount = amount - 1'],
    ['the explanation', "explanation = 'Another'"],
    ['the answers', "answers = '[1]'"],
    ['the time limit', 'file_by = file_by + 1'],
    ['who submitted it', 'submitted_by = gen_random_uuid()'],
    ['its state', "state = 'draft'"],
    ['its being submitted', "state = 'draft', submitted_at = NULL, submitted_by = NULL"]
  ])('is kept by the database too: %s', async (_, assignment) => {
    const id = await submitted();
    await expect(world.current.query(`UPDATE disputes SET ${assignment} WHERE id = $1`, [id])).rejects.toMatchObject({
      code: '23001'
    });
    await expect(world.current.query('DELETE FROM disputes WHERE id = $1', [id])).rejects.toMatchObject({
      code: '23001'
    });
  });

  test('is submitted once: of two at the same time one wins', async () => {
    const id = granted(await open());
    const both = await Promise.all([change(id, 'submit', A), change(id, 'submit', C)]);
    expect(both.map(codeOf).sort()).toEqual(['dispute.final', 'ok']);
    expect((await audited(id)).filter((action) => action === 'dispute.submit')).toHaveLength(1);
  });

  test('is submitted only in time, with an offered reason and what that asks', async () => {
    const id = granted(await open());
    await aRecord(I, 'dispute-reason-field', recordsOf(issuer, reasonId), {
      name: 'Order number',
      type: 'text',
      mandatory: true
    });
    expect(codeOf(await change(id, 'submit', A))).toBe('dispute.incomplete');
    const late = await aDispute(world.current, account, { postingDate: aDay(61) });
    expect(codeOf(await change(late.id, 'submit', A))).toBe('dispute.late');
    const gone = await aRecord(I, 'dispute-reason', recordsOf(issuer), { code: 'GO', name: 'Going' });
    const other = granted(await open({ reasonId: gone }));
    await world.current.query('UPDATE setup_records SET inactive_since = now() WHERE id = $1', [gone]);
    expect(codeOf(await change(other, 'submit', A))).toBe('dispute.reason.gone');
  });

  test('C6.018 is prepared, not submitted or withdrawn, through another’s eyes', async () => {
    const id = granted(await open({}, through(A)));
    granted(await changeDraft(through(A), { id, version: 1 }, entry({ amount: '20' }), ORIGIN));
    expect(codeOf(await change(id, 'submit', through(A)))).toBe('access.as.user.closed');
    granted(await change(id, 'submit', A));
    expect(codeOf(await change(id, 'withdraw', through(A), 'x'))).toBe('access.as.user.closed');
    expect(codeOf(await change(id, 'take_up', through(I)))).toBe('forbidden.action');
  });
});

describe('the issuer’s desk', () => {
  test('shows what waits by the days left, and no drafts', async () => {
    const place = { state: 'submitted' } as const;
    const later = await aDispute(world.current, account, { ...place, days: 30 });
    const soon = await aDispute(world.current, account, { ...place, days: 5 });
    const draft = await aDispute(world.current, account, { days: 1 });
    await aDispute(world.current, account, { state: 'lost', days: 1 });
    const rows = (await listPage(I, DISPUTE_DESK, readQuery(DISPUTE_DESK, {}))).rows;
    expect(rows.map(({ id, daysLeft }) => [id, daysLeft])).toEqual([
      [soon.id, 5],
      [later.id, 30]
    ]);
    expect(await seenDispute(I, draft.id)).toBeNull();
    expect(await stateOf(draft.id)).toBe('draft');
    expect((await listPage(A, DISPUTE_DESK, readQuery(DISPUTE_DESK, {}))).rows).toEqual([]);
    const work = async (by: Principal) =>
      (await waitingWork(by, await programFeatures(by), HOME_TASKS)).map(({ name, count }) => [name, count]);
    expect(await work(I)).toEqual([['dispute.desk', 1]]);
    expect(await work(A)).toContainEqual(['disputes', 1]);
    expect(await work(C)).not.toContainEqual(['disputes', 1]);
  });

  test.each([
    ['win', 'won', 'dispute_won'],
    ['lose', 'lost', 'dispute_lost'],
    ['refund', 'refunded', 'dispute_refunded']
  ] as const)(
    'decides by %s with a note, which is mailed to whoever opened the dispute',
    async (event, state, template) => {
      const holder = await aUserAt(world.current, 'A', account, { email: `${randomUUID()}@mail.example` });
      const by = await principalFor(world.current, holder);
      const id = granted(await open({}, by));
      granted(await change(id, 'submit', by));
      expect(codeOf(await change(id, event, I, 'So be it.'))).toBe('dispute.take.up.first');
      granted(await change(id, 'take_up', I));
      expect(refusedFor(await change(id, event, I))).toBe('reason required');
      for (const other of [by, C]) expect(codeOf(await change(id, event, other, 'x'))).toBe('forbidden.action');
      granted(await change(id, event, I, 'So be it.'));
      expect(await seenDispute(by, id)).toMatchObject({ state, note: 'So be it.', endedAt: expect.any(Date) });
      const { email } = (
        await world.current.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [holder.id])
      )[0] as { email: string };
      await deliverNotices(world.current);
      expect(await queuedMails(world.current, email)).toMatchObject([
        { template, params: { reference: 'D-000001', merchant: 'Harbour Hotel', note: 'So be it.' } }
      ]);
      expect(codeOf(await change(id, 'withdraw', by, 'x'))).toBe('dispute.ended');
    }
  );

  test('notes a provisional credit of at most the disputed amount, while it reviews', async () => {
    const id = await submitted();
    const credit = async (amount: string, by = I) =>
      noteCredit(by, { id, version: await versionOf(id) }, { amount, creditedOn: aDay() }, ORIGIN);
    expect(codeOf(await credit('10'))).toBe('dispute.take.up.first');
    granted(await change(id, 'take_up', I));
    expect(codeOf(await credit('10', A))).toBe('forbidden.action');
    expect(refusedFor(await credit('100.01'))).toBe('amount dispute.amount.most');
    granted(await credit('80'));
    granted(await credit('90.5'));
    expect(codeOf(await noteCredit(I, { id, version: 1 }, { amount: '1', creditedOn: aDay() }, ORIGIN))).toBe(
      'record.changed'
    );
    expect(await seenDispute(A, id)).toMatchObject({ creditAmount: '90.5', creditOn: aDay() });
    granted(await change(id, 'lose', I, 'The merchant is right.'));
    expect(codeOf(await credit('5'))).toBe('dispute.ended');
    expect(await audited(id)).toEqual([
      ...['dispute.opened', 'dispute.submit', 'dispute.take_up', 'dispute.credit', 'dispute.credit', 'dispute.lose']
    ]);
  });

  test('what the merchant has refunded takes the provisional credit back, and can’t be disputed again', async () => {
    const charge = await aCharge();
    const id = granted(await open({}, A, charge));
    granted(await change(id, 'submit', A));
    granted(await change(id, 'take_up', I));
    granted(await noteCredit(I, { id, version: await versionOf(id) }, { amount: '60', creditedOn: aDay() }, ORIGIN));
    granted(await change(id, 'refund', I, 'Refunded on Monday.'));
    expect(await seenDispute(A, id)).toMatchObject({ state: 'refunded', creditReversed: '60', wonAmount: null });
    expect(refusedFor(await open({}, A, charge))).toBe('amount dispute.amount.most');
  });

  test('a withdrawn dispute keeps its content, and makes room for another', async () => {
    const charge = await aCharge();
    const id = granted(await open({}, A, charge));
    expect(codeOf(await change(id, 'withdraw', A, 'Solved.'))).toBe('dispute.not.submitted');
    granted(await change(id, 'submit', A));
    expect(refusedFor(await change(id, 'withdraw', A))).toBe('reason required');
    granted(await change(id, 'withdraw', A, 'Solved.'));
    expect(await seenDispute(I, id)).toMatchObject({ state: 'withdrawn', note: 'Solved.', amount: '100' });
    expect(codeOf(await open({}, A, charge))).toBe('ok');
    expect((await disputesOf(A, charge.id)).map(({ state }) => state)).toEqual(['draft', 'withdrawn']);
  });

  test('two decisions at once: one wins', async () => {
    const id = await reviewed();
    const both = await Promise.all([change(id, 'win', I, 'Yes.'), change(id, 'lose', I, 'No.')]);
    expect(both.map(codeOf).sort()).toEqual(['dispute.ended', 'ok']);
  });
});

test('the finder shows likely duplicates and refunds of the same merchant and amount', async () => {
  const [today, yesterday] = [aDay(), aDay(1)];
  const charge = await aCharge({ postingDate: yesterday, amount: '75' });
  const twice = await aCharge({ postingDate: today, amount: '75' });
  const refund = await aCharge({ postingDate: today, type: 'credit', amount: '-75' });
  await aCharge({ postingDate: aDay(3), type: 'credit', amount: '-75' });
  await aCharge({ postingDate: today, type: 'credit', amount: '-74' });
  await aCharge({ postingDate: today, type: 'credit', amount: '-75', merchant: 'Another' });
  await aCharge({ postingDate: today, type: 'credit', amount: '-75' }, await anAccount(world.current, company));
  const found = await lookalikes(A, charge.id);
  expect(found.duplicates.map(({ id }) => id)).toEqual([twice.id]);
  expect(found.refunds.map(({ id }) => id)).toEqual([refund.id]);
  const other = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
  expect(await lookalikes(other, charge.id)).toEqual({ duplicates: [], refunds: [] });
});

describe('the reasons', () => {
  test('C2.088 C3.079 are kept by the issuer, and the form offers those that are active', async () => {
    const at = recordsOf(issuer);
    expect(await tryRecord(I, 'dispute-reason', at, { code: 'nr', name: 'Other' })).toEqual(['code setup.taken']);
    expect(await tryRecord(I, 'dispute-reason', at, { name: 'Other' })).toEqual(['code required.field']);
    expect(await tryRecord(C, 'dispute-reason', at, { code: 'O', name: 'Other' })).not.toEqual([]);
    const typed = {
      code: '34',
      name: 'No refund',
      situation: 'not_refunded',
      networkCode: '4853',
      days: 120,
      waitDays: 15
    };
    const id = await aRecord(I, 'dispute-reason', at, { ...typed, contact: true });
    expect(await offeredReasons(issuer.id)).toEqual([
      expect.objectContaining({ id: reasonId, days: 60, waitDays: 0, contact: false, fields: [] }),
      { id, ...typed, contact: true, fields: [] }
    ]);
    await world.current.query('UPDATE setup_records SET inactive_since = now() WHERE id = $1', [reasonId]);
    expect((await offeredReasons(issuer.id)).map((one) => one.id)).toEqual([id]);
  });

  test('a reason in use is deactivated, not deleted', async () => {
    const { deleteRecord } = await import('@/lib/kit/setup/delete-record');
    const { entityNamed } = await import('@/lib/kit/setup/entities');
    granted(await open());
    const record = { issuerId: issuer.id, id: reasonId, version: 1 };
    expect(await deleteRecord(I, entityNamed('dispute-reason'), record, ORIGIN)).toEqual({
      ok: true,
      value: 'deactivated'
    });
  });

  test('C9.033 all reasons of an issuer have 99 fields together at most', async () => {
    const second = await aRecord(I, 'dispute-reason', recordsOf(issuer), { code: 'S', name: 'Second' });
    await world.current.query(
      `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, name, data)
       SELECT $1, gen_random_uuid(), 'dispute-reason-field', $1, $2, 'Field ' || n, '{"type":"text"}' FROM generate_series(1, 98) n`,
      [issuer.id, reasonId]
    );
    const add = (parent: string, name: string) =>
      tryRecord(I, 'dispute-reason-field', recordsOf(issuer, parent), { name, type: 'text' });
    expect(await add(second, 'The last')).toEqual([]);
    expect(await add(second, 'One more')).toEqual(['setup.maximum']);
    expect(await add(reasonId, 'One more')).toEqual(['setup.maximum']);
  });

  test('C9.033D the fields, the reasons and the reason codes of an issuer have limits of their own', async () => {
    const filled = (entity: string, upTo: number, parent: string | null = null) =>
      world.current.query(
        `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, name, data)
         SELECT $1, gen_random_uuid(), $2, $1, $3, $2 || n, jsonb_build_object('type', 'text', 'code', 'X' || n)
         FROM generate_series(1, $4::int) n`,
        [issuer.id, entity, parent, upTo]
      );
    const at = recordsOf(issuer);
    const field = (name: string) =>
      tryRecord(I, 'dispute-reason-field', recordsOf(issuer, reasonId), { name, type: 'text' });
    const reason = (code: string) => tryRecord(I, 'dispute-reason', at, { code, name: code });
    const reasonCode = (code: string) => tryRecord(I, 'reason-code', at, { code, name: code });
    await filled('dispute-reason-field', 99, reasonId);
    expect([await field('One more'), await reason('98'), await reasonCode('1')]).toEqual([['setup.maximum'], [], []]);
    await filled('reason-code', 9);
    expect([await reasonCode('2'), await reason('99')]).toEqual([['setup.maximum'], []]);
    const [kept] = await world.current.query<{ count: number }>(
      "SELECT count(*)::int FROM setup_records WHERE issuer_id = $1 AND entity = 'dispute-reason'",
      [issuer.id]
    );
    await filled('dispute-reason', 98 - (kept?.count ?? 0));
    expect([await reason('A1'), await reason('A2')]).toEqual([[], ['setup.maximum']]);
  });

  test('C2.088 sixteen come with the product, for an issuer that has none', async () => {
    const bank = await anIssuer(world.current);
    const by = await aPrincipalAt(world.current, 'I', bank);
    expect(await addUsualReasons(by, t, ORIGIN)).toEqual({ ok: true, value: 16 });
    const reasons = await offeredReasons(bank.id);
    expect(reasons.map(({ code }) => code)).toEqual(Object.values(USUAL_REASONS).map(({ code }) => code));
    expect(reasons.every(({ situation, networkCode, days }) => situation && networkCode && days >= 90)).toBe(true);
    const again = await addUsualReasons(by, t, ORIGIN);
    expect(again.ok ? [] : again.refusals.map(({ code }) => code)).toEqual(['dispute.reasons.already']);
    const cardholder = await addUsualReasons(A, t, ORIGIN);
    expect(cardholder.ok ? [] : cardholder.refusals.map(({ code }) => code)).toEqual(['user.not.authorized']);
  });
});

test('a transaction in dispute is kept past its retention; an ended dispute is deleted with it', async () => {
  const db = world.current;
  const old = { postingDate: '2020-01-15' };
  const live = await aDispute(db, account, { ...old, state: 'submitted' });
  const ended = await aDispute(db, account, { ...old, state: 'lost' });
  for (const {
    transaction: { id }
  } of [live, ended])
    await db.query(
      `UPDATE transactions SET state = 'exported', reviewed_at = now(), reviewed_by = $2, approved_at = now(), approved_by = $2,
         exported_at = now(), exported_by = $2, exported_in = $2 WHERE id = $1`,
      [id, A.userId]
    );
  await deleteExpired(RETENTION_PARTS);
  const left = await db.query<{ id: string }>('SELECT id FROM disputes WHERE issuer_id = $1', [issuer.id]);
  expect(left.map(({ id }) => id)).toEqual([live.id]);
});

test('a merge moves what a user opened, and its outcome is mailed to whoever is kept', async () => {
  const id = await submitted();
  const kept = await aPrincipalAt(world.current, 'A', account);
  await transaction(async (tx) => {
    for (const { move } of BELONGINGS)
      await move?.(tx, { issuerId: issuer.id, keptId: kept.userId, mergedId: A.userId } as Parameters<typeof move>[1]);
  });
  expect(await seenDispute(kept, id)).toMatchObject({ openedBy: kept.userId });
});
