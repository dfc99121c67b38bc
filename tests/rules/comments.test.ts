import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { COMMENTABLES } from '@/lib/composition/process/commentables';
import { RETENTION_PARTS } from '@/lib/composition/process/retention';
import { shiftClock } from '@/lib/core/server/clock';
import { mergeUsers } from '@/lib/directory/people/merge-users';
import { addComment, commentSchema } from '@/lib/kit/comments/add-comment';
import type { CommentedOn } from '@/lib/kit/comments/commentable';
import { commentsOf } from '@/lib/kit/comments/comments';
import { findReaders, readerNamed } from '@/lib/kit/comments/find-readers';
import { removeComment } from '@/lib/kit/comments/remove-comment';
import { addTransaction, removeTransaction } from '@/lib/money/transactions/add-transaction';
import { deleteExpired } from '@/lib/money/transactions/retention';
import { addedTransactionSchema } from '@/lib/money/transactions/schema';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import {
  aCompany,
  aCompanyGroup,
  anAccount,
  anAccountGroup,
  anAssignment,
  anIssuer,
  aUserAt,
  type StructureNode
} from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;

beforeAll(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  const [ada, ben] = [
    await aUserAt(world.current, 'A', account, { firstName: 'Ada', lastName: 'Holm' }),
    await aUserAt(world.current, 'C', company, { firstName: 'Ben', lastName: 'Lind' })
  ];
  [A, C] = [await principalFor(world.current, ada), await principalFor(world.current, ben)];
});
afterEach(() => shiftClock(0));

async function aRecord(options: Parameters<typeof aTransaction>[2] = {}, at = account): Promise<CommentedOn> {
  return { entity: 'transaction', id: (await aTransaction(world.current, at, options)).id };
}

const add = (on: CommentedOn, { text = 'Which trip?', by = A, mentions = [] as string[] } = {}) =>
  addComment(COMMENTABLES, by, on, { text, mentions }, ORIGIN);
const remove = (on: CommentedOn, id: string, by = A) => removeComment(COMMENTABLES, by, on, id, ORIGIN);
const shown = async (on: CommentedOn, by = A) => (await commentsOf(COMMENTABLES, by, on))?.comments ?? null;
const texts = async (on: CommentedOn, by = A) => (await shown(on, by))?.map(({ text }) => text) ?? null;
const found = async (on: CommentedOn, text = '', by = A) =>
  (await findReaders(COMMENTABLES, by, on, text)).map(({ id }) => id).sort();
const audited = (on: CommentedOn) =>
  world.current.query<{ action: string; details: Record<string, unknown> }>(
    `SELECT action, node_id, actor_user_id, accessor_user_id, details FROM audit_entries
     WHERE entity = 'transaction' AND entity_id = $1 ORDER BY sequence`,
    [on.id]
  );
const left = async (on: CommentedOn) =>
  (await world.current.query('SELECT 1 FROM comments WHERE record_id = $1', [on.id])).length;

describe('a comment', () => {
  test('is shown with its author, time and mentions, the oldest first, and is audited without its text', async () => {
    const on = await aRecord();
    const before = Date.now();
    const first = granted(await add(on, { text: 'Which trip?', by: C, mentions: [A.userId, A.userId] }));
    shiftClock(1_000);
    const second = granted(await add(on, { text: 'Oslo,\nin May', mentions: [C.userId] }));
    const comments = await shown(on);
    expect(comments).toEqual([
      expect.objectContaining({
        id: first,
        text: 'Which trip?',
        by: 'Ben Lind',
        isOwn: false,
        mentioned: ['Ada Holm']
      }),
      expect.objectContaining({
        id: second,
        text: 'Oslo,\nin May',
        by: 'Ada Holm',
        isOwn: true,
        mentioned: ['Ben Lind']
      })
    ]);
    expect(comments?.[0]?.writtenAt.getTime()).toBeGreaterThanOrEqual(before);
    const entry = { action: 'comment.added', node_id: account.id, accessor_user_id: null };
    expect(await audited(on)).toEqual([
      { ...entry, actor_user_id: C.userId, details: { comment: first, mentioned: A.userId } },
      { ...entry, actor_user_id: A.userId, details: { comment: second, mentioned: C.userId } }
    ]);
  });

  test.each(['open', 'reviewed', 'approved', 'exported'] as const)(
    'is added while its transaction is %s',
    async (state) => {
      const on = await aRecord();
      if (state !== 'open')
        await world.current.query(
          `UPDATE transactions SET state = $2::transaction_state, reviewed_at = now(), reviewed_by = $1,
         approved_at = CASE WHEN $2 <> 'reviewed' THEN now() END, approved_by = CASE WHEN $2 <> 'reviewed' THEN $1::uuid END,
         exported_at = CASE WHEN $2 = 'exported' THEN now() END, exported_by = CASE WHEN $2 = 'exported' THEN $1::uuid END,
         exported_in = CASE WHEN $2 = 'exported' THEN $1::uuid END WHERE id = $1`,
          [on.id, state]
        );
      expect(codeOf(await add(on))).toBe('ok');
    }
  );

  test('is plain text of 1 to 2,000 characters with its line breaks, without HTML and card numbers', () => {
    const parsed = (text: string) => commentSchema.safeParse({ text });
    expect(parsed(' one\r\ntwo ').data).toEqual({ text: 'one\ntwo' });
    expect(parsed('x'.repeat(2000)).success).toBe(true);
    for (const text of ['', ' ', 'x'.repeat(2001), '<b>bold</b>', 'card 4111 1111 1111 1111', 'a\0b'])
      expect([text, parsed(text).success]).toEqual([text, false]);
  });

  test('is refused as the 201st of its record, with removed ones counted', async () => {
    const on = await aRecord();
    const id = granted(await add(on));
    granted(await remove(on, id));
    await world.current.query(
      `INSERT INTO comments (issuer_id, id, entity, record_id, author_id, text, written_at)
       SELECT $1, gen_random_uuid(), 'transaction', $2, $3, 'x', now() FROM generate_series(1, 198)`,
      [issuer.id, on.id, A.userId]
    );
    const last = await Promise.all([add(on), add(on)]);
    expect(last.map(codeOf).sort()).toEqual(['comment.most', 'ok']);
    expect(await add(on)).toEqual({ ok: false, refusal: { code: 'comment.most', params: { maximum: 200 } } });
    expect(codeOf(await add(await aRecord()))).toBe('ok');
  });

  test('C6.018 is neither written, removed nor addressed while viewing as its author', async () => {
    const on = await aRecord();
    const id = granted(await add(on));
    const eyes = { ...A, accessor: { issuerId: C.issuerId, userId: C.userId } } as Principal;
    const closed = 'access.as.user.closed';
    expect([codeOf(await add(on, { by: eyes })), codeOf(await remove(on, id, eyes))]).toEqual([closed, closed]);
    expect(await found(on, '', eyes)).toEqual([]);
    expect(await commentsOf(COMMENTABLES, eyes, on)).toMatchObject({ comments: [{ id }], fault: closed });
  });
});

describe('CD.20 who doesn’t see the record', () => {
  test('reads, adds, removes and finds nothing, and who may only look adds nothing', async () => {
    const on = await aRecord();
    const id = granted(await add(on));
    const other = await aPrincipalAt(world.current, 'C', await aCompany(world.current, await anIssuer(world.current)));
    const I = await aPrincipalAt(world.current, 'I', issuer);
    const blind = { ...A, authorities: new Set([...A.authorities].filter((one) => one !== 'transactions.view')) };
    for (const [by, code] of [
      [other, 'not.found'],
      [blind, 'not.found'],
      [I, 'forbidden.action']
    ] as const)
      expect([codeOf(await add(on, { by })), codeOf(await remove(on, id, by)), await found(on, '', by)]).toEqual([
        code,
        code,
        []
      ]);
    expect([await texts(on, other), await texts(on, blind)]).toEqual([null, null]);
    expect(await commentsOf(COMMENTABLES, I, on)).toMatchObject({ comments: [{ id }], fault: 'forbidden.action' });
  });

  test('an approver who can’t allocate may comment', async () => {
    const on = await aRecord();
    const without = (...left: string[]) => ({
      ...C,
      authorities: new Set([...C.authorities].filter((one) => !left.includes(one)))
    });
    expect(codeOf(await add(on, { by: without('transactions.modify') }))).toBe('ok');
    expect(codeOf(await add(on, { by: without('approvals.approve') }))).toBe('ok');
    expect(codeOf(await add(on, { by: without('transactions.modify', 'approvals.approve') }))).toBe('forbidden.action');
  });

  test('an id leads to nothing by another record, kind or issuer', async () => {
    const [on, other] = [await aRecord(), await aRecord()];
    const id = granted(await add(on));
    expect([codeOf(await remove(other, id)), await texts(other)]).toEqual(['not.found', []]);
    await world.current.query("UPDATE comments SET entity = 'comet' WHERE id = $1", [id]);
    expect([codeOf(await remove(on, id)), await texts(on)]).toEqual(['not.found', []]);
    const card = await anAccount(world.current, await aCompany(world.current, await anIssuer(world.current)));
    const twin = await aRecord({}, card);
    await world.current.query("UPDATE comments SET entity = 'transaction', record_id = $1 WHERE id = $2", [
      twin.id,
      id
    ]);
    const theirs = { ...(await aPrincipalAt(world.current, 'A', card)), userId: A.userId };
    expect([codeOf(await remove(twin, id, theirs)), await texts(twin, theirs)]).toEqual(['not.found', []]);
    const none: CommentedOn = { entity: 'transaction', id: randomUUID() };
    expect([codeOf(await add(none)), await texts(none), await found(none)]).toEqual(['not.found', null, []]);
  });
});

describe('mentioned are only', () => {
  test('those who see the record by their role, place and template, and who are active', async () => {
    const { current } = world;
    const bank = await anIssuer(current);
    const group = await aCompanyGroup(current, bank);
    const [own, sister] = [await aCompany(current, group), await aCompany(current, group)];
    const section = await anAccountGroup(current, own);
    const [card, next] = [await anAccount(current, section), await anAccount(current, own)];
    const at = async (role: 'A' | 'C' | 'G' | 'I' | 'S', node: StructureNode) =>
      (await aUserAt(current, role, node)).id;
    const seeing = [await at('S', section), await at('C', own), await at('G', group), await at('I', bank)];
    const me = await aPrincipalAt(current, 'A', card);
    const [gone, over, bare, idle] = [
      await aUserAt(current, 'C', own),
      await aUserAt(current, 'C', sister),
      await aUserAt(current, 'C', own),
      await aUserAt(current, 'C', own)
    ];
    await current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [gone.id]);
    await anAssignment(current, over, 'C', own, { lastDay: '2026-01-31' });
    const template = async (person: { id: string }, authorities: string[], active = true) => {
      const id = randomUUID();
      await current.query(
        `INSERT INTO authority_templates (issuer_id, id, node_id, name, role, authorities, active)
         VALUES ($1, $2, $3, $4, 'C', $5, $6)`,
        [bank.id, id, own.id, id.slice(0, 20), authorities, active]
      );
      await current.query('UPDATE assignments SET authority_template_id = $1 WHERE user_id = $2', [id, person.id]);
    };
    await template(bare, ['users.view']);
    await template(idle, ['transactions.view'], false);
    const allowed = await aUserAt(current, 'C', own);
    await template(allowed, ['transactions.view']);
    const unseeing = [gone.id, over.id, bare.id, idle.id, await at('A', next), await at('C', sister)];

    const on = await aRecord({}, card);
    expect(await found(on, '', me)).toEqual([...seeing, allowed.id].sort());
    expect(codeOf(await add(on, { by: me, mentions: [...seeing, allowed.id] }))).toBe('ok');
    for (const id of [...unseeing, C.userId, randomUUID()])
      expect([id, refusedFor(await add(on, { by: me, mentions: [seeing[0] as string, id] }))]).toEqual([
        id,
        'mention comment.mention.unknown'
      ]);
    expect(await left(on)).toBe(1);
  });

  test('those of the company in which the transaction was booked', async () => {
    const { current } = world;
    const [before, after] = [await aCompany(current, issuer), await aCompany(current, issuer)];
    const card = await anAccount(current, after);
    const [was, is] = [await aUserAt(current, 'C', before), await aUserAt(current, 'C', after)];
    const on = await aRecord({}, card);
    const I = { ...(await aPrincipalAt(current, 'I', issuer)), authorities: C.authorities };
    expect((await found(on, '', I)).filter((id) => [was.id, is.id].includes(id))).toEqual([is.id]);
    await current.query('UPDATE transactions SET company_id = $1 WHERE id = $2', [before.id, on.id]);
    expect((await found(on, '', I)).filter((id) => [was.id, is.id].includes(id))).toEqual([]);
  });

  test('ten people at most', async () => {
    const on = await aRecord();
    const ids = Array.from({ length: 11 }, () => randomUUID());
    expect(await add(on, { mentions: ids })).toEqual({
      ok: false,
      refusal: { code: 'comment.mention.most', field: 'mention', params: { maximum: 10 } }
    });
    expect(codeOf(await add(on, { mentions: ids.slice(1) }))).toBe('comment.mention.unknown');
  });

  test('others than oneself are offered, by the beginnings of their names', async () => {
    const on = await aRecord();
    expect(await found(on, 'be li')).toEqual([C.userId]);
    expect([await found(on, 'ada'), await found(on, 'ind')]).toEqual([[], []]);
    expect(await readerNamed(COMMENTABLES, A, on, ' ben LIND ')).toMatchObject({ id: C.userId });
    expect(await readerNamed(COMMENTABLES, A, on, 'nobody')).toBeNull();
  });
});

describe('a removed comment', () => {
  test('keeps its author and time, loses its text and mentions, and is audited', async () => {
    const on = await aRecord();
    const id = granted(await add(on, { mentions: [C.userId] }));
    const written = (await shown(on))?.[0]?.writtenAt;
    shiftClock(60_000);
    expect(codeOf(await remove(on, id, C))).toBe('not.found');
    granted(await remove(on, id));
    expect(await shown(on, C)).toEqual([
      { id, text: null, by: 'Ada Holm', writtenAt: written, isOwn: false, mentioned: [] }
    ]);
    expect(codeOf(await remove(on, id))).toBe('not.found');
    expect((await audited(on))[1]).toMatchObject({
      action: 'comment.removed',
      node_id: account.id,
      actor_user_id: A.userId,
      details: { comment: id }
    });
  });
});

describe('with its record goes each comment', () => {
  test('W8 C5.027 when a transaction is past its retention', async () => {
    const other = await anIssuer(world.current);
    const place = await aCompany(world.current, other);
    const card = await anAccount(world.current, place);
    const holder = await aPrincipalAt(world.current, 'A', card);
    const [gone, kept] = [await aRecord({}, card), await aRecord({}, card)];
    granted(await remove(gone, granted(await add(gone, { by: holder })), holder));
    granted(await add(gone, { by: holder }));
    granted(await add(kept, { by: holder }));
    await world.current.query(
      `UPDATE transactions SET state = 'exported', reviewed_at = now(), reviewed_by = $1, approved_at = now(), approved_by = $1,
         exported_at = now(), exported_by = $1, exported_in = $1 WHERE id = $1`,
      [gone.id]
    );
    await withSetting(world.current, { issuerId: other.id, companyId: place.id }, 'data.retention.months', 3);
    shiftClock(Date.parse('2027-01-20T12:00:00Z') - Date.now());
    expect(await deleteExpired(RETENTION_PARTS)).toBe(1);
    expect([await left(gone), await left(kept)]).toEqual([0, 1]);
  });

  test('when a transaction that was added by hand is removed, with its mentions', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const id = granted(
      await addTransaction(
        A,
        addedTransactionSchema.parse({
          accountId: account.id,
          transactionDate: today,
          merchantName: 'Taxi',
          amount: '5',
          currency: 'EUR',
          purpose: 'Trip'
        }),
        ORIGIN
      )
    );
    const on: CommentedOn = { entity: 'transaction', id };
    granted(await add(on, { mentions: [C.userId] }));
    granted(await removeTransaction(A, { id, version: 1 }, ORIGIN));
    expect(await left(on)).toBe(0);
  });
});

test('C6.022 two merged users have one record’s comments and mentions', async () => {
  const { current } = world;
  const place = await aCompany(current, issuer);
  const cards = [await anAccount(current, place), await anAccount(current, place)] as const;
  const [kept, merged] = [await aUserAt(current, 'A', [...cards]), await aUserAt(current, 'A', [...cards])];
  const writer = await principalFor(current, merged);
  const boss = await aPrincipalAt(current, 'C', place);
  const on = await aRecord({}, cards[0]);
  const own = granted(await add(on, { by: writer }));
  granted(await add(on, { by: boss, mentions: [merged.id, kept.id] }));
  granted(await add(on, { by: boss, mentions: [merged.id] }));
  granted(await mergeUsers(boss, { keptId: kept.id, mergedId: merged.id }, ORIGIN, BELONGINGS));
  expect(
    await current.query('SELECT user_id FROM comment_mentions WHERE user_id = ANY($1)', [[kept.id, merged.id]])
  ).toEqual([{ user_id: kept.id }, { user_id: kept.id }]);
  expect(codeOf(await remove(on, own, await principalFor(current, kept)))).toBe('ok');
});
