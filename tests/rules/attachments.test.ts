import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { RETENTION_PARTS } from '@/lib/composition/process/retention';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { config } from '@/lib/core/server/config';
import { maintain } from '@/lib/core/server/maintain';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import type { AttachedTo } from '@/lib/kit/attachments/attachable';
import { attachmentsOf, openAttachment } from '@/lib/kit/attachments/attachments';
import { removeAttachment } from '@/lib/kit/attachments/remove-attachment';
import { addTransaction, removeTransaction } from '@/lib/money/transactions/add-transaction';
import { deleteExpired } from '@/lib/money/transactions/retention';
import { addedTransactionSchema } from '@/lib/money/transactions/schema';
import { aReceipt, sentFile } from '../support/attachments';
import { bytesOf } from '../support/bytes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
const DAY = 86_400_000;
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;

beforeAll(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  [A, C] = [await aPrincipalAt(world.current, 'A', account), await aPrincipalAt(world.current, 'C', company)];
});
afterEach(() => {
  shiftClock(0);
  config().CLAMD_URL = undefined;
});

async function aRecord(options: Parameters<typeof aTransaction>[2] = {}, at = account): Promise<AttachedTo> {
  return { entity: 'transaction', id: (await aTransaction(world.current, at, options)).id };
}

const add = (to: AttachedTo, bytes: Buffer = aReceipt(), name = 'receipt.png', by = A) =>
  addAttachment(ATTACHABLES, by, to, sentFile(bytes, name), ORIGIN);
const remove = (to: AttachedTo, id: string, by = A) => removeAttachment(ATTACHABLES, by, to, id, ORIGIN);
const listed = async (to: AttachedTo, by = A) =>
  (await attachmentsOf(ATTACHABLES, by, to))?.attachments.map(({ name }) => name) ?? null;
const opened = async (to: AttachedTo, id: string, by = A) => {
  const file = await openAttachment(ATTACHABLES, by, to, id);
  return file && bytesOf(file.bytes);
};
const audited = (to: AttachedTo) =>
  world.current.query<{ action: string; node_id: string; actor_user_id: string; details: Record<string, unknown> }>(
    "SELECT action, node_id, actor_user_id, details FROM audit_entries WHERE entity = 'transaction' AND entity_id = $1 ORDER BY sequence",
    [to.id]
  );
const filesLeft = async (issuerId = account.issuerId) =>
  (
    await world.current.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM large_files WHERE issuer_id = $1',
      [issuerId]
    )
  )[0]?.count;

describe('a file that is attached', () => {
  test('comes back byte for byte, is sealed where it lies, and is audited by its name and hash', async () => {
    const to = await aRecord();
    const bytes = aReceipt('pdf', 2_500_000);
    const { id, name } = granted(await add(to, bytes, 'C:\\trip\\4111 1111 1111 1111 Hotel.pdf'));
    expect(name).not.toContain('1111 1111');
    expect(name).toMatch(/Hotel\.pdf$/);
    expect(await attachmentsOf(ATTACHABLES, C, to)).toEqual({
      attachments: [expect.objectContaining({ id, name, size: bytes.length, mediaType: 'application/pdf' })],
      fault: null
    });
    expect((await opened(to, id, C))?.equals(bytes)).toBe(true);
    const parts = await world.current.query<{ bytes: Buffer }>(
      `SELECT p.bytes FROM large_file_parts p JOIN attachments a ON (a.issuer_id, a.file_id) = (p.issuer_id, p.file_id)
       WHERE a.id = $1`,
      [id]
    );
    expect(parts.map((part) => part.bytes.includes(bytes.subarray(0, 9)))).toEqual([false, false, false]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await audited(to)).toEqual([
      {
        action: 'attachment.added',
        node_id: account.id,
        actor_user_id: A.userId,
        details: { attachment: id, file: name, size: bytes.length, sha256 }
      }
    ]);
  });

  test.each([
    ['png', 'photo.PNG', 'photo.PNG'],
    ['jpg', 'photo.jpeg', 'photo.jpeg'],
    ['png', 'invoice.exe', 'invoice.exe.png'],
    ['pdf', 'invoice.jpg', 'invoice.jpg.pdf'],
    ['jpg', '', '.jpg'],
    ['png', `${'x'.repeat(300)}.png`, `${'x'.repeat(196)}.png`]
  ] as const)('with the content of a %s and the name %s is called %s', async (kind, name, kept) => {
    const to = await aRecord();
    expect(granted(await add(to, aReceipt(kind), name)).name).toBe(kept);
    expect(await listed(to)).toEqual([kept]);
  });

  test('tells who added it and when, the oldest first', async () => {
    const to = await aRecord();
    granted(await add(to, aReceipt(), 'first.png'));
    shiftClock(1_000);
    const bytes = aReceipt();
    const { id } = granted(await add(to, bytes, 'second.png', C));
    expect((await opened(to, id))?.equals(bytes)).toBe(true);
    const shown = await attachmentsOf(ATTACHABLES, A, to);
    const people = await world.current.query<{ id: string; name: string }>(
      "SELECT id, first_name || ' ' || last_name AS name FROM users WHERE id = ANY($1)",
      [[A.userId, C.userId]]
    );
    const nameOf = (user: Principal) => people.find(({ id }) => id === user.userId)?.name;
    expect(shown?.attachments.map(({ name, by }) => [name, by])).toEqual([
      ['first.png', nameOf(A)],
      ['second.png', nameOf(C)]
    ]);
  });
});

describe('a file is refused', () => {
  test('CD.12 for its size or its content, whatever it is called', async () => {
    const to = await aRecord();
    const sent = async (bytes: Buffer, name?: string) => refusedFor(await add(to, bytes, name));
    expect(await sent(aReceipt('png', 4 * 1024 ** 2 + 1))).toBe('file file.too.large');
    expect(await sent(Buffer.alloc(0))).toBe('file file.empty');
    expect(await sent(Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00', 'latin1'))).toBe('file file.type.unsupported');
    expect(await sent(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('file file.type.unsupported');
    expect(await sent(Buffer.from('plain text'), 'receipt.pdf')).toBe('file file.type.unsupported');
    expect(await listed(to)).toEqual([]);
    expect(await sent(aReceipt('png', 4 * 1024 ** 2))).toBeNull();
  });

  test('C8.019 while the scanner is away, but not before it is known that the record can be changed', async () => {
    const to = await aRecord();
    let asked = 0;
    const scanner = createServer((socket) => {
      asked++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => scanner.listen(0, '127.0.0.1', resolve));
    config().CLAMD_URL = `tcp://127.0.0.1:${(scanner.address() as { port: number }).port}`;
    expect(refusedFor(await add(await aRecord({ state: 'approved' })))).toBe('transaction.approved');
    expect(asked).toBe(0);
    expect(refusedFor(await add(to))).toBe('file file.scanner.down');
    expect(asked).toBe(1);
    await new Promise((resolve) => scanner.close(resolve));
    expect(await listed(to)).toEqual([]);
  });

  test('that is attached already, until it is removed; another record takes it', async () => {
    const [to, other] = [await aRecord(), await aRecord()];
    const bytes = aReceipt();
    const { id } = granted(await add(to, bytes, 'one.png'));
    expect(refusedFor(await add(to, bytes, 'two.png'))).toBe('file attachment.already');
    expect(refusedFor(await add(other, bytes))).toBeNull();
    granted(await remove(to, id));
    expect(refusedFor(await add(to, bytes, 'two.png'))).toBeNull();
    expect(await listed(to)).toEqual(['two.png']);
  });

  test('as the 21st of its record; a removed one makes room', async () => {
    const to = await aRecord();
    const ids: string[] = [];
    for (let count = 1; count <= 20; count++) ids.push(granted(await add(to, aReceipt(), `${count}.png`)).id);
    expect(await add(to)).toEqual({
      ok: false,
      refusal: { code: 'attachment.most', field: 'file', params: { maximum: 20 } }
    });
    granted(await remove(to, ids[6] as string));
    expect(codeOf(await add(to, aReceipt(), '21.png'))).toBe('ok');
    expect(codeOf(await add(to))).toBe('attachment.most');
    expect((await listed(to))?.at(-1)).toBe('21.png');
  });

  test('for what is attached to this record alone, whatever a record of another kind or issuer with its id has', async () => {
    const to = await aRecord();
    const [bytes, again] = [aReceipt(), aReceipt()];
    const [mine, theirs] = [granted(await add(to, bytes)).id, granted(await add(to, again)).id];
    await world.current.query("UPDATE attachments SET entity = 'comet' WHERE id = $1", [mine]);
    const other = await anAccount(world.current, await aCompany(world.current, await anIssuer(world.current)));
    await world.current.query('DELETE FROM attachment_previews WHERE attachment_id = $1', [theirs]);
    await world.current.query(
      `WITH file AS (
         INSERT INTO large_files (issuer_id, id, name, media_type, size, sha256)
         SELECT $2, gen_random_uuid(), name, media_type, size, sha256 FROM attachments WHERE id = $1 RETURNING id
       )
       UPDATE attachments SET issuer_id = $2, file_id = file.id FROM file WHERE attachments.id = $1`,
      [theirs, other.issuerId]
    );
    expect([codeOf(await add(to, bytes)), codeOf(await add(to, again))]).toEqual(['ok', 'ok']);
  });

  test('C4.006 whose record is locked while it is scanned', async () => {
    const to = await aRecord();
    const scanner = createServer((socket) => {
      socket.on('error', () => undefined).resume();
      world.current
        .query("UPDATE transactions SET state = 'reviewed', reviewed_at = now(), reviewed_by = $1 WHERE id = $1", [
          to.id
        ])
        .then(() => socket.end('stream: OK\0'));
    });
    await new Promise<void>((resolve) => scanner.listen(0, '127.0.0.1', resolve));
    config().CLAMD_URL = `tcp://127.0.0.1:${(scanner.address() as { port: number }).port}`;
    expect(refusedFor(await add(to))).toBe('transaction.reviewed');
    await new Promise((resolve) => scanner.close(resolve));
    expect(await listed(to)).toEqual([]);
  });

  test('when it comes twice at once, or two come for the last place', async () => {
    const to = await aRecord();
    const bytes = aReceipt();
    const same = await Promise.all([add(to, bytes), add(to, bytes)]);
    expect(same.map(codeOf).sort()).toEqual(['attachment.already', 'ok']);
    for (let count = 2; count <= 19; count++) granted(await add(to));
    const last = await Promise.all([add(to), add(to), add(to)]);
    expect(last.map(codeOf).sort()).toEqual(['attachment.most', 'attachment.most', 'ok']);
    expect(await listed(to)).toHaveLength(20);
  });

  test.each(['reviewed', 'approved', 'exported'] as const)(
    'C4.006 C4.007 once its transaction is %s',
    async (state) => {
      const to = await aRecord();
      const { id } = granted(await add(to));
      await world.current.query(
        `UPDATE transactions SET state = $2::transaction_state, reviewed_at = now(), reviewed_by = $1,
         approved_at = CASE WHEN $2 <> 'reviewed' THEN now() END, approved_by = CASE WHEN $2 <> 'reviewed' THEN $1::uuid END,
         exported_at = CASE WHEN $2 = 'exported' THEN now() END, exported_by = CASE WHEN $2 = 'exported' THEN $1::uuid END,
         exported_in = CASE WHEN $2 = 'exported' THEN $1::uuid END WHERE id = $1`,
        [to.id, state]
      );
      expect([codeOf(await add(to)), codeOf(await remove(to, id))]).toEqual([
        `transaction.${state}`,
        `transaction.${state}`
      ]);
      expect(await attachmentsOf(ATTACHABLES, A, to)).toMatchObject({
        attachments: [{ id }],
        fault: `transaction.${state}`
      });
      expect(await opened(to, id)).not.toBeNull();
    }
  );
});

describe('who doesn’t see the record', () => {
  test('CD.20 sees, adds and removes nothing of it, and who may only look changes nothing', async () => {
    const to = await aRecord();
    const { id } = granted(await add(to));
    const other = await aPrincipalAt(world.current, 'C', await aCompany(world.current, await anIssuer(world.current)));
    const I = await aPrincipalAt(world.current, 'I', issuer);
    for (const [by, code] of [
      [other, 'not.found'],
      [I, 'forbidden.action']
    ] as const)
      expect([codeOf(await add(to, aReceipt(), 'x.png', by)), codeOf(await remove(to, id, by))]).toEqual([code, code]);
    expect([await listed(to, other), await opened(to, id, other)]).toEqual([null, null]);
    expect(await listed(to, I)).toEqual(['receipt.png']);
  });

  test('CD.22 whose template leaves out looking at transactions sees none of their files', async () => {
    const to = await aRecord();
    const { id } = granted(await add(to));
    const blind = { ...A, authorities: new Set([...A.authorities].filter((one) => one !== 'transactions.view')) };
    expect([await listed(to, blind), await opened(to, id, blind)]).toEqual([null, null]);
    expect([codeOf(await add(to, aReceipt(), 'x.png', blind)), codeOf(await remove(to, id, blind))]).toEqual([
      'not.found',
      'not.found'
    ]);
  });

  test('CD.20 an id leads to nothing by another record or issuer', async () => {
    const [to, other] = [await aRecord(), await aRecord()];
    const { id } = granted(await add(to));
    expect(await opened(other, id)).toBeNull();
    expect(codeOf(await remove(other, id))).toBe('not.found');
    // A record of another kind with the same id is another record.
    await world.current.query("UPDATE attachments SET entity = 'comet' WHERE id = $1", [id]);
    expect([await listed(to), await opened(to, id)]).toEqual([[], null]);
    expect(codeOf(await remove(to, id))).toBe('not.found');
    await world.current.query("UPDATE attachments SET entity = 'transaction' WHERE id = $1", [id]);
    // The same ids in another issuer are other records.
    const elsewhere = await aCompany(world.current, await anIssuer(world.current));
    const card = await anAccount(world.current, elsewhere);
    const twin = await aRecord({}, card);
    await world.current.query('UPDATE attachments SET record_id = $1 WHERE id = $2', [twin.id, id]);
    const theirs = await aPrincipalAt(world.current, 'A', card);
    expect([await listed(twin, theirs), await opened(twin, id, theirs)]).toEqual([[], null]);
    expect(codeOf(await remove(twin, id, theirs))).toBe('not.found');
    expect(await add(twin, aReceipt(), 'own.png', theirs)).toMatchObject({ ok: true });
  });
});

describe('a removed file', () => {
  test('is gone at once, forgotten after 30 days, and its removal is audited', async () => {
    const to = await aRecord();
    const { id } = granted(await add(to));
    const since = Date.now();
    expect(granted(await remove(to, id))).toBe('receipt.png');
    const until = Date.now();
    expect([await listed(to), await opened(to, id)]).toEqual([[], null]);
    expect(codeOf(await remove(to, id))).toBe('not.found');
    const entries = await audited(to);
    expect(entries.map(({ action }) => action)).toEqual(['attachment.added', 'attachment.removed']);
    expect(entries[0]?.details).toEqual({ ...entries[1]?.details, size: 100 });

    const kept = () =>
      world.current.query<{ expires_at: Date }>(
        `SELECT l.expires_at FROM attachments a JOIN large_files l ON (l.issuer_id, l.id) = (a.issuer_id, a.file_id)
         WHERE a.id = $1`,
        [id]
      );
    const end = (await kept())[0]?.expires_at.getTime() as number;
    expect(end).toBeGreaterThanOrEqual(since + 30 * DAY);
    expect(end).toBeLessThanOrEqual(until + 30 * DAY);
    shiftClock(end - Date.now() - 60_000);
    await maintain();
    expect(await kept()).toHaveLength(1);
    shiftClock(end - Date.now() + 1_000);
    await maintain();
    expect(await world.current.query('SELECT 1 FROM attachments WHERE id = $1', [id])).toEqual([]);
  });

  test('a file past its time is not served from that instant on, though nothing has deleted it yet', async () => {
    const to = await aRecord();
    const { id } = granted(await add(to));
    const end = new Date(Date.now() + 60_000);
    await world.current.query(
      'UPDATE large_files SET expires_at = $2 WHERE id = (SELECT file_id FROM attachments WHERE id = $1)',
      [id, end]
    );
    stopClock(new Date(end.getTime() - 1));
    expect([await listed(to), (await opened(to, id))?.length]).toEqual([['receipt.png'], 100]);
    stopClock(end);
    expect([await listed(to), await opened(to, id)]).toEqual([[], null]);
  });
});

describe('with its record goes each of its files', () => {
  const attachedLeft = (to: AttachedTo) =>
    world.current.query<{ id: string }>('SELECT id FROM attachments WHERE record_id = $1', [to.id]);

  test('W8 C5.027 when a transaction is past its retention, removed files too', async () => {
    const other = await anIssuer(world.current);
    const place = await aCompany(world.current, other);
    const card = await anAccount(world.current, place);
    const holder = await aPrincipalAt(world.current, 'A', card);
    const [gone, kept] = [await aRecord({}, card), await aRecord({}, card)];
    const removed = granted(await add(gone, aReceipt(), 'x.png', holder)).id;
    granted(await remove(gone, removed, holder));
    granted(await add(gone, aReceipt(), 'y.png', holder));
    granted(await add(kept, aReceipt(), 'z.png', holder));
    await world.current.query(
      `UPDATE transactions SET state = 'exported', reviewed_at = now(), reviewed_by = $1, approved_at = now(), approved_by = $1,
         exported_at = now(), exported_by = $1, exported_in = $1 WHERE id = $1`,
      [gone.id]
    );
    await withSetting(world.current, { issuerId: other.id, companyId: place.id }, 'data.retention.months', 3);
    shiftClock(Date.parse('2027-01-20T12:00:00Z') - Date.now());
    // Of records of another kind or issuer with the same id nothing goes.
    const comet = granted(await add(kept, aReceipt(), 'comet.png', holder)).id;
    const elsewhere = granted(await add(await aRecord())).id;
    await world.current.query("UPDATE attachments SET entity = 'comet', record_id = $2 WHERE id = $1", [
      comet,
      gone.id
    ]);
    await world.current.query('UPDATE attachments SET record_id = $2 WHERE id = $1', [elsewhere, gone.id]);
    expect(await filesLeft(other.id)).toBe(4);
    expect(await deleteExpired(RETENTION_PARTS)).toBe(1);
    const left = await attachedLeft(gone);
    expect(left.map(({ id }) => id).sort()).toEqual([comet, elsewhere].sort());
    expect(await attachedLeft(kept)).toHaveLength(1);
    expect(await filesLeft(other.id)).toBe(2);
  });

  test('when a transaction that was added by hand is removed', async () => {
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
    const to: AttachedTo = { entity: 'transaction', id };
    const before = (await filesLeft()) as number;
    granted(await add(to));
    granted(await removeTransaction(A, { id, version: 1 }, ORIGIN));
    expect(await attachedLeft(to)).toEqual([]);
    expect(await filesLeft()).toBe(before);
  });
});

test('a file that is added while viewing as a user names both people in the audit', async () => {
  const to = await aRecord();
  const accessor = { issuerId: C.issuerId, userId: C.userId };
  granted(await addAttachment(ATTACHABLES, { ...A, accessor } as Principal, to, sentFile(aReceipt()), ORIGIN));
  expect(
    await world.current.query('SELECT actor_user_id, accessor_user_id FROM audit_entries WHERE entity_id = $1', [to.id])
  ).toEqual([{ actor_user_id: A.userId, accessor_user_id: C.userId }]);
});

test('a record that there is none of has no attachments', async () => {
  const to: AttachedTo = { entity: 'transaction', id: randomUUID() };
  expect([codeOf(await add(to)), codeOf(await remove(to, randomUUID())), await listed(to)]).toEqual([
    'not.found',
    'not.found',
    null
  ]);
});
