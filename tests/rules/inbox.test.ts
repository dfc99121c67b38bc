import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { COMMENTABLES } from '@/lib/composition/process/commentables';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { database, transaction } from '@/lib/core/database/database';
import { accepted, refused } from '@/lib/core/entry/refusal';
import { shiftClock } from '@/lib/core/server/clock';
import { workOnce } from '@/lib/core/server/outbox';
import { addComment } from '@/lib/kit/comments/add-comment';
import { archiveEntry } from '@/lib/kit/inbox/archive-entry';
import { changeMessage, deleteMessage } from '@/lib/kit/inbox/change-message';
import { confirmMessage } from '@/lib/kit/inbox/confirm-message';
import { INBOX_KINDS, type InboxKind, inboxCounts, inboxOf, waitingCount, waitingInInbox } from '@/lib/kit/inbox/inbox';
import { openMessage } from '@/lib/kit/inbox/open-message';
import { type MessageEntry, messageSchema } from '@/lib/kit/inbox/schema';
import { sendMessage } from '@/lib/kit/inbox/send-message';
import { readersOf, sentMessage } from '@/lib/kit/inbox/sent-message';
import { startJob } from '@/lib/kit/jobs/start-job';
import { FILE_DAYS, forgetNotices } from '@/lib/kit/notices/forget-notices';
import type { Notice } from '@/lib/kit/notices/notice';
import { openNotice } from '@/lib/kit/notices/open-notice';
import { postNotice } from '@/lib/kit/notices/post-notice';
import { working } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
const DAY = 86_400_000;
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;
let I: Principal;

beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  A = await aPrincipalAt(world.current, 'A', account);
  C = await aPrincipalAt(world.current, 'C', company);
  I = await aPrincipalAt(world.current, 'I', issuer);
});
afterEach(() => shiftClock(0));

const entry = (more: Partial<MessageEntry> = {}): MessageEntry => ({
  nodeId: company.id,
  roles: [],
  subject: 'New limits',
  body: 'From March on.',
  mustConfirm: false,
  firstDay: '2026-01-01',
  lastDay: null,
  ...more
});
const send = async (by = C, more: Partial<MessageEntry> = {}) => granted(await sendMessage(by, entry(more), ORIGIN));
const subjects = async (by: Principal, view: 'all' | 'unread' | 'archived' = 'all') =>
  (await inboxOf(by, { view })).map(({ subject }) => subject);
const rowsOf = async (table: 'inbox_messages' | 'inbox_reads' | 'inbox_notices' | 'outbox') => {
  const [row] = await world.current.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE issuer_id = $1`,
    [issuer.id]
  );
  return row?.count;
};
const deliver = async () => {
  while (await workOnce(outboxHandlers));
};

describe('a message', () => {
  test('C1.008 is for everybody at its place and inside, and for nobody else', async () => {
    const point = await anOrgPoint(world.current, company);
    const inside = await aPrincipalAt(world.current, 'O', point);
    const other = await aCompany(world.current, issuer);
    const elsewhere = [
      I,
      await aPrincipalAt(world.current, 'C', other),
      await aPrincipalAt(world.current, 'A', await anAccount(world.current, other)),
      await aPrincipalAt(world.current, 'C', await aCompany(world.current, await anIssuer(world.current)))
    ];
    const id = await send();
    for (const by of [A, C, inside]) {
      expect(await subjects(by)).toEqual(['New limits']);
      expect(await waitingCount(by)).toBe(1);
      expect(await openMessage(by, id)).toMatchObject({ subject: 'New limits', body: 'From March on.' });
    }
    for (const by of elsewhere) {
      expect(await subjects(by)).toEqual([]);
      expect(await waitingCount(by)).toBe(0);
      expect(await openMessage(by, id)).toBeNull();
      expect(codeOf(await confirmMessage(by, id, ORIGIN))).toBe('not.found');
      expect(codeOf(await archiveEntry(by, id, true))).toBe('not.found');
    }
  });

  test('is for the chosen roles alone', async () => {
    const id = await send(C, { roles: ['A'] });
    expect([await subjects(A), await subjects(C)]).toEqual([['New limits'], []]);
    expect(await openMessage(C, id)).toBeNull();
  });

  test('costs one row to send with one entry of the outbox, and one for each who reads it', async () => {
    for (let n = 0; n < 12; n += 1) await aUserAt(world.current, 'A', account);
    const id = await send(I, { nodeId: issuer.id });
    expect([await rowsOf('inbox_messages'), await rowsOf('inbox_reads'), await rowsOf('outbox')]).toEqual([1, 0, 1]);
    await openMessage(A, id);
    await openMessage(A, id);
    expect([await rowsOf('inbox_messages'), await rowsOf('inbox_reads')]).toEqual([1, 1]);
    expect([await subjects(A, 'unread'), await subjects(C, 'unread')]).toEqual([[], ['New limits']]);
  });

  test('is there from its first to its last day, of the issuer’s calendar', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const on = (days: number) => new Date(Date.parse(today) + days * DAY).toISOString().slice(0, 10);
    await send(C, { subject: 'Later', firstDay: on(2) });
    await send(C, { subject: 'Over', firstDay: on(-9), lastDay: on(-2) });
    await send(C, { subject: 'Now', firstDay: on(-1), lastDay: on(1) });
    expect(await subjects(A)).toEqual(['Now']);
    expect(await waitingCount(A)).toBe(1);
    shiftClock(4 * DAY);
    expect(await subjects(A)).toEqual(['Later']);
  });

  test('goes to places of the sender’s scope only, and by those with the permission', async () => {
    const other = await aCompany(world.current, issuer);
    expect(refusedFor(await sendMessage(C, entry({ nodeId: other.id }), ORIGIN))).toBe('nodeId place.not.found');
    expect(refusedFor(await sendMessage(C, entry({ nodeId: issuer.id }), ORIGIN))).toBe('nodeId place.not.found');
    expect(refusedFor(await sendMessage(C, entry({ nodeId: account.id }), ORIGIN))).toBe('nodeId place.not.found');
    expect(refusedFor(await sendMessage(C, entry({ nodeId: randomUUID() }), ORIGIN))).toBe('nodeId place.not.found');
    expect(codeOf(await sendMessage(A, entry(), ORIGIN))).toBe('forbidden.action');
    expect(await rowsOf('inbox_messages')).toBe(0);
  });

  test('has its limits', () => {
    const refusedAt = (more: object) =>
      messageSchema
        .safeParse({ ...entry({ nodeId: randomUUID() }), ...more })
        .error?.issues.map(({ path }) => path[0]) ?? [];
    expect(refusedAt({})).toEqual([]);
    expect(refusedAt({ subject: 'x'.repeat(101) })).toEqual(['subject']);
    expect(refusedAt({ subject: ' ' })).toEqual(['subject']);
    expect(refusedAt({ body: 'x'.repeat(2001) })).toEqual(['body']);
    expect(refusedAt({ body: 'Call <b>now</b>' })).toEqual(['body']);
    expect(refusedAt({ lastDay: '2025-12-31' })).toEqual(['lastDay']);
    expect(refusedAt({ roles: ['Z'] })).toEqual(['roles']);
  });

  test('is audited when it is sent, confirmed, changed and deleted', async () => {
    const id = await send(C, { mustConfirm: true });
    granted(await confirmMessage(A, id, ORIGIN));
    granted(await changeMessage(C, id, entry({ subject: 'Newer limits' }), ORIGIN));
    granted(await deleteMessage(C, id, ORIGIN));
    const entries = await world.current.query(
      `SELECT action, node_id, actor_user_id FROM audit_entries WHERE entity = 'message' AND entity_id = $1 ORDER BY sequence`,
      [id]
    );
    const at = { node_id: company.id };
    expect(entries).toEqual([
      { action: 'message.sent', ...at, actor_user_id: C.userId },
      { action: 'message.confirmed', ...at, actor_user_id: A.userId },
      { action: 'message.changed', ...at, actor_user_id: C.userId },
      { action: 'message.deleted', ...at, actor_user_id: C.userId }
    ]);
    expect(await rowsOf('inbox_reads')).toBe(0);
  });
});

describe('C6.024 a message of a higher level', () => {
  test('C6.048 is neither changed nor deleted by a lower one, which sees it', async () => {
    const id = await send(I);
    expect((await sentMessage(C, id))?.isChangeable).toBe(false);
    expect(codeOf(await changeMessage(C, id, entry({ subject: 'x' }), ORIGIN))).toBe('security.violation.maintenance');
    expect(codeOf(await deleteMessage(C, id, ORIGIN))).toBe('security.violation.maintenance');
    expect(await subjects(A)).toEqual(['New limits']);
  });

  test('changes those of lower levels and its own; a colleague’s stays', async () => {
    const id = await send(C);
    const colleague = await aPrincipalAt(world.current, 'C', company);
    expect(codeOf(await deleteMessage(colleague, id, ORIGIN))).toBe('security.violation.maintenance');
    granted(await changeMessage(C, id, entry({ subject: 'Own' }), ORIGIN));
    granted(await changeMessage(I, id, entry({ subject: 'From above' }), ORIGIN));
    expect(await subjects(A)).toEqual(['From above']);
    granted(await deleteMessage(I, id, ORIGIN));
    expect(await subjects(A)).toEqual([]);
  });

  test('a sender who has risen changes what they sent before, one who has sunk does not', async () => {
    const id = await send(C);
    const setRole = (role: string) =>
      world.current.query('UPDATE inbox_messages SET sender_role = $2::user_role WHERE id = $1', [id, role]);
    await setRole('G');
    expect((await sentMessage(C, id))?.isChangeable).toBe(false);
    expect((await sentMessage(I, id))?.isChangeable).toBe(true);
  });

  test('is seen by nobody outside of the part that it is addressed to', async () => {
    const id = await send(C);
    const other = await aPrincipalAt(world.current, 'C', await aCompany(world.current, issuer));
    expect(await sentMessage(other, id)).toBeNull();
    expect(await readersOf(other, id)).toEqual([]);
    expect(codeOf(await changeMessage(other, id, entry(), ORIGIN))).toBe('not.found');
    expect(codeOf(await deleteMessage(other, id, ORIGIN))).toBe('not.found');
    expect(await sentMessage(A, id)).toBeNull();
  });
});

describe('reading', () => {
  test('waits until it is confirmed, if that is asked for; twice is once', async () => {
    const id = await send(C, { mustConfirm: true });
    await openMessage(A, id);
    expect(await subjects(A, 'unread')).toEqual(['New limits']);
    expect(codeOf(await archiveEntry(A, id, true))).toBe('inbox.confirm.first');
    granted(await confirmMessage(A, id, ORIGIN));
    const [first] = await readersOf(C, id);
    shiftClock(60_000);
    granted(await confirmMessage(A, id, ORIGIN));
    expect(await readersOf(C, id)).toEqual([first]);
    expect(first).toMatchObject({ id: A.userId, count: 1, confirmed: 1, confirmedAt: expect.any(Date) });
    expect(await waitingCount(A)).toBe(0);
    granted(await archiveEntry(A, id, true));
    expect([await subjects(A), await subjects(A, 'archived')]).toEqual([[], ['New limits']]);
    granted(await archiveEntry(A, id, false));
    expect([await subjects(A), await subjects(A, 'archived')]).toEqual([['New limits'], []]);
  });

  test('is not confirmed where nobody asks for it', async () => {
    expect(codeOf(await confirmMessage(A, await send(), ORIGIN))).toBe('not.found');
  });

  test('begins anew with another text, and only with that', async () => {
    const id = await send(C, { mustConfirm: true });
    granted(await confirmMessage(A, id, ORIGIN));
    granted(await changeMessage(C, id, entry({ mustConfirm: true, lastDay: '2099-01-01' }), ORIGIN));
    expect(await waitingCount(A)).toBe(0);
    granted(await changeMessage(C, id, entry({ mustConfirm: true, body: 'From April on.' }), ORIGIN));
    expect(await waitingCount(A)).toBe(1);
    expect(await readersOf(C, id)).toEqual([]);
  });

  test('C2.054 pages by time, and home shows first what must be confirmed', async () => {
    await send(C, { subject: 'Oldest', mustConfirm: true });
    for (const [n, subject] of ['Second', 'Third'].entries()) {
      shiftClock((n + 1) * 1_000);
      await send(C, { subject });
    }
    const [first, second] = await inboxOf(A, { view: 'all', limit: 2 });
    expect([first?.subject, second?.subject]).toEqual(['Third', 'Second']);
    expect((await inboxOf(A, { view: 'all', after: second })).map(({ subject }) => subject)).toEqual(['Oldest']);
    expect((await waitingInInbox(A, 2)).map(({ subject }) => subject)).toEqual(['Oldest', 'Third']);
  });

  test('C6.018 is not done through another’s eyes', async () => {
    const id = await send();
    const eyes = { ...A, accessor: { issuerId: I.issuerId, userId: I.userId } };
    expect(await subjects(eyes)).toEqual([]);
    expect(await waitingCount(eyes)).toBe(0);
    expect(await openMessage(eyes, id)).toBeNull();
    expect(codeOf(await archiveEntry(eyes, id, true))).toBe('not.found');
    expect(await rowsOf('inbox_reads')).toBe(0);
  });
});

describe('a notice', () => {
  const notice = (more: Partial<Notice> = {}): Notice => ({
    issuerId: issuer.id,
    userId: A.userId,
    kind: 'job.completed',
    href: '/workspace/jobs',
    params: { what: { key: 'job.kind.ledger.export' }, place: 'North' },
    ...more
  });
  const post = async (more: Partial<Notice> = {}) => {
    await transaction((tx) => postNotice(tx, notice(more)));
    await deliver();
  };

  test('comes through the outbox, for one person alone', async () => {
    await post();
    const [only, ...others] = await inboxOf(A, { view: 'unread' });
    expect([only, others]).toMatchObject([
      { kind: 'job.completed', params: { what: { key: 'job.kind.ledger.export' }, place: 'North' }, isExpired: false },
      []
    ]);
    expect(await inboxOf(C, { view: 'all' })).toEqual([]);
    const id = only?.id as string;
    expect(await openNotice(C, id)).toBeNull();
    expect(await waitingCount(A)).toBe(1);
    expect(await openNotice(A, id)).toEqual({ href: '/workspace/jobs', isExpired: false });
    expect(await waitingCount(A)).toBe(0);
    expect(codeOf(await archiveEntry(C, id, true))).toBe('not.found');
    granted(await archiveEntry(A, id, true));
    expect((await inboxOf(A, { view: 'archived' })).map((one) => one.id)).toEqual([id]);
  });

  test('issue 18 C2.054 is sorted by what it is about, with the messages, and each view counts its kinds', async () => {
    const fileUntil = new Date(Date.now() + FILE_DAYS * DAY);
    const KINDS: [Partial<Notice>, InboxKind][] = [
      [{ kind: 'report.sent', params: { name: 'Spend', due: 'today' }, fileUntil }, 'files'],
      [{ kind: 'job.completed', fileUntil }, 'files'],
      [{ kind: 'job.completed' }, 'news'],
      [{ kind: 'job.failed' }, 'failures'],
      [{ kind: 'report.schedule.failed', params: { name: 'Spend' } }, 'failures'],
      [{ kind: 'report.schedule.stopped.cycle', params: { name: 'Spend' } }, 'failures'],
      [{ kind: 'report.recipient.lost', params: { name: 'Spend', person: 'Ben' } }, 'news'],
      [{ kind: 'payment.recurring.skipped', params: { account: '1' } }, 'failures'],
      [{ kind: 'alert.many', params: { name: 'Large', count: 3 } }, 'alerts'],
      [{ kind: 'comment.mentioned', params: { name: 'Ben' } }, 'comments'],
      [{ kind: 'dispute.lost', params: { reference: '1', merchant: 'Hotel' } }, 'news'],
      [{ kind: 'approval.report.approved', params: { title: 'March' } }, 'news']
    ];
    for (const [more] of KINDS) await post({ userId: C.userId, ...more });
    await send(C);
    const wanted: typeof KINDS = [...KINDS, [{}, 'messages']];
    const counts = await inboxCounts(C, 'all');
    for (const kind of INBOX_KINDS) {
      const expected = wanted.filter(([, one]) => one === kind);
      expect({ kind, count: counts.get(kind) }).toEqual({ kind, count: expected.length });
      const entries = await inboxOf(C, { view: 'all', only: kind });
      expect(entries.map((one) => String(one.kind)).sort()).toEqual(
        expected.map(([more]) => String(more.kind ?? null)).sort()
      );
    }
    const [failure] = await inboxOf(C, { view: 'unread', only: 'failures' });
    granted(await archiveEntry(C, failure?.id as string, true));
    expect((await inboxCounts(C, 'unread')).get('failures')).toBe(3);
    expect([...(await inboxCounts(C, 'archived'))]).toEqual([['failures', 1]]);
    // Nobody counts those of others, nor through their eyes.
    expect([...(await inboxCounts(I, 'all'))]).toEqual([]);
    const eyes = { ...C, accessor: { issuerId: I.issuerId, userId: I.userId } };
    expect([...(await inboxCounts(eyes, 'all'))]).toEqual([]);
  });

  test('does not come if what causes it is undone', async () => {
    await transaction(async (tx) => {
      await postNotice(tx, notice());
      throw new Error('undone');
    }).catch(() => {});
    await deliver();
    expect(await rowsOf('inbox_notices')).toBe(0);
  });

  test('C9.011 C9.046 says after 30 days that its file is gone, and goes after 60', async () => {
    await post({ fileUntil: new Date(Date.now() + FILE_DAYS * DAY) });
    const [before] = await inboxOf(A, { view: 'all' });
    expect(before?.isExpired).toBe(false);
    shiftClock(FILE_DAYS * DAY + 60_000);
    await forgetNotices();
    const [after] = await inboxOf(A, { view: 'all' });
    expect(after).toMatchObject({ id: before?.id, isExpired: true });
    expect(await openNotice(A, before?.id as string)).toMatchObject({ isExpired: true });
    shiftClock(60 * DAY + 60_000);
    await forgetNotices();
    expect(await inboxOf(A, { view: 'all' })).toEqual([]);
  });

  test('tells of a mention, without its text, and not the author', async () => {
    const ben = await aUserAt(world.current, 'C', company, { firstName: 'Ben', lastName: 'Lind' });
    const by = await principalFor(world.current, ben);
    const { id } = await aTransaction(world.current, account);
    const mentions = [A.userId, by.userId];
    const on = { entity: 'transaction', id } as const;
    granted(await addComment(COMMENTABLES, by, on, { text: 'Secret trip', mentions }, ORIGIN));
    await deliver();
    const [told] = await inboxOf(A, { view: 'unread' });
    expect(told).toMatchObject({ kind: 'comment.mentioned', params: { name: 'Ben Lind' } });
    expect(await openNotice(A, told?.id as string)).toMatchObject({ href: `/workspace/transactions/${id}` });
    expect(await inboxOf(by, { view: 'all' })).toEqual([]);
  });

  test.each([
    ['job.completed', accepted({})],
    ['job.failed', refused({ code: 'job.failed' })]
  ])('C1.008 tells the owner of a job that it has ended: %s', async (kind, outcome) => {
    const started = await transaction((tx) =>
      startJob(tx, C, { kind: 'ledger.export', nodeId: company.id, payload: { exportId: 'e' } })
    );
    const id = granted(started);
    const handlers = {
      'ledger.export': {
        payload: z.looseObject({}),
        does: async () => outcome,
        outcomeAt: () => '/workspace/ledger/e' as const,
        fileDays: 30
      }
    };
    await working(handlers, async () => {
      for (let tries = 0; tries < 100; tries += 1) {
        const job = await database().job.findUnique({ where: { issuerId_id: { issuerId: issuer.id, id } } });
        if (job?.finishedAt) return;
        await new Promise((done) => setTimeout(done, 50));
      }
    });
    await deliver();
    const [told] = await inboxOf(C, { view: 'unread' });
    const params = { what: { key: 'job.kind.ledger.export' }, place: company.name };
    expect(told).toMatchObject({ kind, params });
    expect(await openNotice(C, told?.id as string)).toMatchObject({ href: '/workspace/ledger/e', isExpired: false });
    // What failed made no file that could be gone.
    shiftClock(31 * DAY);
    const [later] = await inboxOf(C, { view: 'all' });
    expect(later?.isExpired).toBe(kind === 'job.completed');
  });
});

test('a merge moves what a user sent, read and was told; what is forgotten has no notices', async () => {
  const merged = await aPrincipalAt(world.current, 'C', company);
  const own = await send(merged, { subject: 'Own' });
  const read = await send(I, { mustConfirm: true });
  granted(await confirmMessage(merged, read, ORIGIN));
  await openMessage(C, read);
  await transaction((tx) =>
    postNotice(tx, {
      issuerId: issuer.id,
      userId: merged.userId,
      kind: 'job.failed',
      params: { what: 'x', place: 'y' },
      href: '/workspace/jobs'
    })
  );
  await deliver();
  await transaction(async (tx) => {
    for (const { move } of BELONGINGS)
      await move?.(tx, { issuerId: issuer.id, keptId: C.userId, mergedId: merged.userId });
  });
  expect((await sentMessage(C, own))?.isChangeable).toBe(true);
  expect((await readersOf(I, read)).map(({ id, confirmedAt }) => [id, confirmedAt !== null])).toEqual([
    [C.userId, true]
  ]);
  expect((await inboxOf(C, { view: 'all' })).filter(({ kind }) => kind)).toHaveLength(1);
  await transaction(async (tx) => {
    for (const { forget } of BELONGINGS) await forget?.(tx, { issuerId: issuer.id, id: C.userId });
  });
  expect(await rowsOf('inbox_notices')).toBe(0);
});
