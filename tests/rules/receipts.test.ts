import { createHash, randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { HOME_TASKS } from '@/lib/composition/process/home-tasks';
import { RETENTION_PARTS } from '@/lib/composition/process/retention';
import { database, transaction } from '@/lib/core/database/database';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import { attachmentsOf, openAttachment } from '@/lib/kit/attachments/attachments';
import { removeAttachment } from '@/lib/kit/attachments/remove-attachment';
import { waitingWork } from '@/lib/kit/listing/home-tasks';
import { addReceipt, MOST_RECEIPTS } from '@/lib/money/receipts/add-receipt';
import { receiptBox } from '@/lib/money/receipts/box';
import { changeReceipt, removeReceipt } from '@/lib/money/receipts/change-receipt';
import { detachReceipt, matchReceipt } from '@/lib/money/receipts/match';
import { ownReceiptsOn } from '@/lib/money/receipts/on-charge';
import { sameFiles } from '@/lib/money/receipts/same-files';
import { receiptSchema } from '@/lib/money/receipts/schema';
import { chargesNear } from '@/lib/money/transactions/charges-near';
import { deleteExpired } from '@/lib/money/transactions/retention';
import { aReceipt, sentFile } from '../support/attachments';
import { bytesOf } from '../support/bytes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;

beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  A = await aPrincipalAt(world.current, 'A', account);
});

const TODAY = { takenOn: '2026-02-10', amount: null };
const add = (bytes: Buffer = aReceipt(), { by = A, name = 'receipt.png' } = {}) =>
  addReceipt(by, sentFile(bytes, name), TODAY, ORIGIN);
const boxed = async (by = A) => (await receiptBox(by)).map(({ file }) => file.name);
const aCharge = (options: Parameters<typeof aTransaction>[2] = {}, at = account) =>
  aTransaction(world.current, at, options);
const match = (receiptId: string, transactionId: string, by = A) =>
  matchReceipt(by, { receiptId, transactionId }, ORIGIN);
const onCharge = async (id: string, by = A) =>
  (await attachmentsOf(ATTACHABLES, by, { entity: 'transaction', id }))?.attachments.map(({ name }) => name);
const audited = () =>
  world.current.query<{ action: string; entity: string; entity_id: string }>(
    'SELECT action, entity, entity_id FROM audit_entries WHERE issuer_id = $1 AND actor_user_id = $2 ORDER BY sequence',
    [A.issuerId, A.userId]
  );

describe('a receipt in the box', () => {
  test.each(['jpg', 'pdf', 'png'] as const)(
    'C3.028 C5.061 C5.118 C5.119 is a %s, comes back byte for byte, and is seen by its owner alone',
    async (kind) => {
      const bytes = aReceipt(kind, 300_000);
      const { id } = granted(await add(bytes, { name: `taxi.${kind}` }));
      const [receipt] = await receiptBox(A);
      expect(receipt).toMatchObject({ id, file: { name: `taxi.${kind}` }, transactionId: null, same: null });
      expect(receipt?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      const to = { entity: 'receipt', id } as const;
      const opened = await openAttachment(ATTACHABLES, A, to, receipt?.attachmentId as string);
      expect(opened && (await bytesOf(opened.bytes)).equals(bytes)).toBe(true);
      for (const role of ['C', 'A'] as const) {
        const other = await aPrincipalAt(world.current, role, role === 'C' ? company : account);
        expect(await openAttachment(ATTACHABLES, other, to, receipt?.attachmentId as string)).toBeNull();
        expect(await receiptBox(other)).toEqual([]);
      }
    }
  );

  test('C5.061 C5.120 is refused by its content, whatever it is called', async () => {
    expect(refusedFor(await add(Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00', 'latin1'), { name: 'a.jpg' }))).toBe(
      'file file.type.unsupported'
    );
    expect(refusedFor(await add(aReceipt('png', 4 * 1024 ** 2 + 1)))).toBe('file file.too.large');
    expect(await boxed()).toEqual([]);
  });

  test('CD.22 is for cardholders: nobody else has a box', async () => {
    const others = [await aPrincipalAt(world.current, 'C', company), await aPrincipalAt(world.current, 'I', issuer)];
    for (const by of others) {
      expect(codeOf(await add(aReceipt(), { by }))).toBe('forbidden.action');
      expect(await receiptBox(by)).toEqual([]);
    }
  });

  test('is there once, until it is removed; its file changes by the commands of receipts alone', async () => {
    const bytes = aReceipt();
    const both = await Promise.all([add(bytes), add(bytes)]);
    expect(both.map((one) => (one.ok ? 'ok' : one.refusal.code)).sort()).toEqual(['ok', 'receipt.already']);
    const [receipt] = await receiptBox(A);
    const to = { entity: 'receipt', id: receipt?.id as string } as const;
    expect(codeOf(await addAttachment(ATTACHABLES, A, to, sentFile(aReceipt()), ORIGIN))).toBe('forbidden.action');
    expect(codeOf(await removeAttachment(ATTACHABLES, A, to, receipt?.attachmentId as string, ORIGIN))).toBe(
      'forbidden.action'
    );
    expect(granted(await removeReceipt(A, to.id, ORIGIN))).toBe('receipt.png');
    expect(await boxed()).toEqual([]);
    expect(codeOf(await removeReceipt(A, to.id, ORIGIN))).toBe('not.found');
    granted(await add(bytes));
    expect((await audited()).map(({ action }) => action)).toEqual([
      'attachment.added',
      'attachment.removed',
      'attachment.added'
    ]);
  });

  test('has an end', async () => {
    granted(await add());
    await world.current.query(
      `WITH file AS (
         INSERT INTO large_files (issuer_id, id, name, media_type, size, sha256)
         SELECT $1, gen_random_uuid(), 'a.png', 'image/png', 1, sha256('x') FROM generate_series(2, $3::int) RETURNING id
       ), attached AS (
         INSERT INTO attachments (issuer_id, id, entity, record_id, position, file_id, name, media_type, size, sha256, added_by, added_at)
         SELECT $1, gen_random_uuid(), 'receipt', gen_random_uuid(), 1, id, 'a.png', 'image/png', 1, sha256(id::text::bytea), $2, now()
         FROM file RETURNING id, record_id, sha256
       )
       INSERT INTO receipts (issuer_id, id, owner_id, attachment_id, sha256, taken_on, added_at)
       SELECT $1, record_id, $2, id, sha256, '2026-02-01', now() FROM attached`,
      [A.issuerId, A.userId, MOST_RECEIPTS]
    );
    expect(refusedFor(await add())).toBe('file receipt.box.full');
    expect(await boxed()).toHaveLength(MOST_RECEIPTS);
  });

  test('says what its owner typed, and the audit both', async () => {
    const { id } = granted(await add());
    const typed = receiptSchema.parse({ takenOn: '2026-02-03', amount: '120.50' });
    granted(await changeReceipt(A, id, typed, ORIGIN));
    expect((await receiptBox(A))[0]).toMatchObject({ takenOn: '2026-02-03', amount: '120.50' });
    const [entry] = await world.current.query<{ details: object }>(
      "SELECT details FROM audit_entries WHERE action = 'receipt.changed' AND entity_id = $1",
      [id]
    );
    expect(entry?.details).toMatchObject({ 'before.takenOn': '2026-02-10', 'after.takenOn': '2026-02-03' });
    for (const amount of ['0', '-1', 'x', '1.23456'])
      expect(receiptSchema.safeParse({ takenOn: '2026-02-03', amount }).success).toBe(false);
    expect(receiptSchema.safeParse({ takenOn: '2026-02-30' }).success).toBe(false);
  });
});

describe('a matched receipt', () => {
  test('C3.028 is on one charge, which can have several, and goes back to the box of its owner', async () => {
    const charge = await aCharge();
    const [first, second] = [granted(await add()), granted(await add(aReceipt('pdf'), { name: 'bill.pdf' }))];
    expect(granted(await match(first.id, charge.id))).toBe('receipt.png');
    granted(await match(second.id, charge.id));
    expect(await boxed()).toEqual([]);
    expect(await onCharge(charge.id)).toEqual(['receipt.png', 'bill.pdf']);
    expect(codeOf(await match(first.id, (await aCharge()).id))).toBe('receipt.matched.already');
    expect([...(await ownReceiptsOn(A, charge.id)).values()].sort()).toEqual([first.id, second.id].sort());
    expect(codeOf(await changeReceipt(A, first.id, TODAY, ORIGIN))).toBe('not.found');
    expect(codeOf(await removeReceipt(A, first.id, ORIGIN))).toBe('not.found');
    expect(granted(await detachReceipt(A, first.id, ORIGIN))).toBe('receipt.png');
    expect(await boxed()).toEqual(['receipt.png']);
    expect(await onCharge(charge.id)).toEqual(['bill.pdf']);
    expect(codeOf(await detachReceipt(A, first.id, ORIGIN))).toBe('not.found');
    const acts = (await audited()).filter(({ action }) => action.startsWith('receipt.'));
    expect(acts.map(({ action, entity_id }) => [action, entity_id])).toEqual([
      ['receipt.matched', charge.id],
      ['receipt.matched', charge.id],
      ['receipt.detached', charge.id]
    ]);
  });

  test('CD.30 stays as it is once the charge is reviewed', async () => {
    const [charge, reviewed] = [await aCharge(), await aCharge()];
    const [on, off] = [granted(await add()), granted(await add())];
    granted(await match(on.id, charge.id));
    await world.current.query(
      "UPDATE transactions SET state = 'reviewed', reviewed_at = now(), reviewed_by = $3 WHERE id IN ($1, $2)",
      [charge.id, reviewed.id, A.userId]
    );
    const fault = codeOf(await match(off.id, reviewed.id));
    expect(fault).toMatch(/^transaction\./);
    expect(codeOf(await detachReceipt(A, on.id, ORIGIN))).toBe(fault);
    expect(await onCharge(charge.id)).toEqual(['receipt.png']);
  });

  test('CD.20 is matched by its owner alone, to a charge that they see', async () => {
    const { id } = granted(await add());
    const elsewhere = await aCharge({}, await anAccount(world.current, company));
    const nothing = codeOf(await match(id, randomUUID()));
    expect(nothing).toBe('not.found');
    expect(codeOf(await match(id, elsewhere.id))).toBe(nothing);
    const C = await aPrincipalAt(world.current, 'C', company);
    const charge = await aCharge();
    expect(codeOf(await match(id, charge.id, C))).toBe('not.found');
    granted(await match(id, charge.id));
    expect(codeOf(await detachReceipt(C, id, ORIGIN))).toBe('not.found');
    expect(await ownReceiptsOn(C, charge.id)).toEqual(new Map());
    expect(await onCharge(charge.id, C)).toEqual(['receipt.png']);
  });

  test('is matched once by two at once', async () => {
    const { id } = granted(await add());
    const [one, two] = [await aCharge(), await aCharge()];
    const both = await Promise.all([match(id, one.id), match(id, two.id)]);
    expect(both.map((result) => (result.ok ? 'ok' : result.refusal.code)).sort()).toEqual([
      'ok',
      'receipt.matched.already'
    ]);
  });

  test('C6.018 is prepared through other eyes, and the audit names both people', async () => {
    const eyes: Principal = { ...A, accessor: { issuerId: A.issuerId, userId: A.userId } };
    const { id } = granted(await add(aReceipt(), { by: eyes }));
    const charge = await aCharge();
    granted(await match(id, charge.id, eyes));
    const entries = await world.current.query<{ accessor: string }>(
      "SELECT accessor_user_id AS accessor FROM audit_entries WHERE issuer_id = $1 AND action IN ('attachment.added', 'receipt.matched')",
      [A.issuerId]
    );
    expect(entries).toEqual([{ accessor: A.userId }, { accessor: A.userId }]);
  });
});

describe('the same file twice', () => {
  test('C3.028 the same file is noticed: readers who may see the charge learn which one has it, others only that it exists', async () => {
    const bytes = aReceipt();
    const charge = await aCharge({ merchant: 'Harbour Hotel' });
    granted(await match(granted(await add(bytes)).id, charge.id));
    granted(await add(bytes));
    expect((await receiptBox(A))[0]?.same).toEqual({
      isLike: false,
      on: 'charge',
      charge: expect.objectContaining({ id: charge.id, merchantName: 'Harbour Hotel' })
    });
    const other = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
    granted(await add(bytes, { by: other }));
    expect((await receiptBox(other))[0]?.same).toEqual({ isLike: false, on: 'elsewhere' });
    const stranger = await aPrincipalAt(
      world.current,
      'A',
      await anAccount(world.current, await aCompany(world.current, await anIssuer(world.current)))
    );
    granted(await add(bytes, { by: stranger }));
    expect((await receiptBox(stranger))[0]?.same).toBeNull();
    const C = await aPrincipalAt(world.current, 'C', company);
    const [attachment] =
      (await attachmentsOf(ATTACHABLES, C, { entity: 'transaction', id: charge.id }))?.attachments ?? [];
    expect([...(await sameFiles(C, [attachment?.id as string])).values()]).toEqual([
      { isLike: false, on: 'elsewhere' }
    ]);
  });

  test('does not go on a charge that has it, nor back into a box that has it', async () => {
    const bytes = aReceipt();
    const charge = await aCharge();
    const first = granted(await add(bytes));
    granted(await match(first.id, charge.id));
    const second = granted(await add(bytes));
    expect(codeOf(await match(second.id, charge.id))).toBe('attachment.already');
    expect(codeOf(await detachReceipt(A, first.id, ORIGIN))).toBe('receipt.already');
    expect(await boxed()).toEqual(['receipt.png']);
    expect(await onCharge(charge.id)).toEqual(['receipt.png']);
  });
});

describe('the charges of a receipt', () => {
  const near = async (day: string, amount: string | null, by = A) =>
    ((await chargesNear(by, [{ id: account.id, day, amount }])).get(account.id) ?? []).map(({ id, isEqual }) => [
      id,
      isEqual
    ]);

  test('C3.028 are those with its amount first, then those without a receipt, then the nearest', async () => {
    const exact = await aCharge({ postingDate: '2026-02-01', amount: '120.50' });
    const close = await aCharge({ postingDate: '2026-02-09', amount: '40.00' });
    const closer = await aCharge({ postingDate: '2026-02-10', amount: '55.00' });
    granted(await match(granted(await add()).id, closer.id));
    expect(await near('2026-02-10', null)).toEqual([
      [close.id, false],
      [exact.id, false],
      [closer.id, false]
    ]);
    expect((await near('2026-02-10', '120.5'))[0]).toEqual([exact.id, true]);
  });

  test('CD.20 are open, near the day, and the own ones', async () => {
    const reviewed = await aCharge({ postingDate: '2026-02-10' });
    await world.current.query(
      "UPDATE transactions SET state = 'reviewed', reviewed_at = now(), reviewed_by = $2 WHERE id = $1",
      [reviewed.id, A.userId]
    );
    await aCharge({ postingDate: '2025-12-01' });
    await aCharge({ postingDate: '2026-02-10' }, await anAccount(world.current, company));
    expect(await near('2026-02-10', null)).toEqual([]);
  });
});

test('C2.005 the home page counts the open purchases without a receipt, for cardholders', async () => {
  const tasks = HOME_TASKS.filter(({ name }) => name === 'receipts');
  const program = new Set(['transaction.review'] as const);
  const waiting = async (by: Principal) => (await waitingWork(by, program, tasks)).map(({ count }) => count);
  const [first] = [await aCharge(), await aCharge()];
  expect(await waiting(A)).toEqual([2]);
  const { id } = granted(await add());
  granted(await match(id, first.id));
  expect(await waiting(A)).toEqual([1]);
  granted(await detachReceipt(A, id, ORIGIN));
  expect(await waiting(A)).toEqual([2]);
  // A removed file is no receipt either.
  granted(await match(id, first.id));
  const to = { entity: 'transaction', id: first.id } as const;
  const [attached] = (await attachmentsOf(ATTACHABLES, A, to))?.attachments ?? [];
  granted(await removeAttachment(ATTACHABLES, A, to, attached?.id as string, ORIGIN));
  expect(await waiting(A)).toEqual([2]);
  expect(await waiting(await aPrincipalAt(world.current, 'C', company))).toEqual([]);
});

describe('receipts end', () => {
  test('C6.022 with their user merged, they are the other’s, and a file of both is there once', async () => {
    const bytes = aReceipt();
    const kept = await aPrincipalAt(world.current, 'A', account);
    granted(await add(bytes));
    granted(await add(aReceipt(), { name: 'other.png' }));
    granted(await add(bytes, { by: kept }));
    await transaction(async (tx) => {
      for (const { move } of BELONGINGS)
        await move?.(tx, { issuerId: A.issuerId, keptId: kept.userId, mergedId: A.userId });
    });
    expect((await boxed(kept)).sort()).toEqual(['other.png', 'receipt.png']);
    expect(await boxed()).toEqual([]);
  });

  test('CD.5 with their user forgotten, those of the box are gone with their files', async () => {
    const charge = await aCharge();
    granted(await match(granted(await add()).id, charge.id));
    granted(await add());
    await transaction(async (tx) => {
      for (const { forget } of BELONGINGS) await forget?.(tx, { issuerId: A.issuerId, id: A.userId });
    });
    expect(await database().receipt.count({ where: { issuerId: A.issuerId } })).toBe(1);
    expect(await database().largeFile.count({ where: { issuerId: A.issuerId } })).toBe(1);
    expect(await onCharge(charge.id)).toEqual(['receipt.png']);
  });

  test('C5.027 with their charge past its retention', async () => {
    const charge = await aCharge({ postingDate: '2024-02-10' });
    granted(await match(granted(await add()).id, charge.id));
    await world.current.query(
      `UPDATE transactions SET state = 'exported', reviewed_at = now(), reviewed_by = $1, approved_at = now(), approved_by = $1,
         exported_at = now(), exported_by = $1, exported_in = $1 WHERE id = $1`,
      [charge.id]
    );
    await withSetting(world.current, { issuerId: company.issuerId, companyId: company.id }, 'data.retention.months', 3);
    expect(await deleteExpired(RETENTION_PARTS)).toBe(1);
    expect(await database().receipt.count({ where: { issuerId: A.issuerId } })).toBe(0);
    expect(await database().largeFile.count({ where: { issuerId: A.issuerId } })).toBe(0);
  });
});
