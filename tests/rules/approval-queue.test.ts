import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { COMMENTABLES } from '@/lib/composition/process/commentables';
import { transaction } from '@/lib/core/database/database';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import { addComment } from '@/lib/kit/comments/add-comment';
import { approvalQueue, type WaitingTransaction } from '@/lib/money/transactions/approval-queue';
import { changeState, changeStates } from '@/lib/money/transactions/change-state';
import { aDelegation, aProfile } from '../support/approvals';
import { aReceipt, sentFile } from '../support/attachments';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { granted } from '../support/results';
import { aScheme } from '../support/schemes';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let O: Principal;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  company = await aCompany(db, await anIssuer(db));
  const point = await anOrgPoint(db, company);
  account = await anAccount(db, point);
  A = await principalFor(db, await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Holm' }));
  O = await aPrincipalAt(db, 'O', point);
  C = await principalFor(db, await aUserAt(db, 'C', company, { firstName: 'Clara', lastName: 'Dahl' }));
});

const waitingFor = async (principal: Principal) => (await approvalQueue(principal, {})).waiting;
const only = async (principal: Principal) => {
  const waiting = await waitingFor(principal);
  expect(waiting).toHaveLength(1);
  return waiting[0] as WaitingTransaction;
};

test('CD.30 the queue shows what an approver judges by: receipt, codes by name, note, flags and the spend of the month', async () => {
  const db = world.current;
  const scheme = await aScheme(db, company);
  const before = { merchant: 'Quay Fuel', amount: '61.20', postingDate: '2026-03-02' };
  await aTransaction(db, account, before);
  await aTransaction(db, account, { ...before, postingDate: '2026-02-27' });
  await aTransaction(db, account, { ...before, postingDate: '2026-03-30' });
  const hotel = { merchant: 'Harbour Hotel', amount: '240.50', postingDate: '2026-03-15' };
  const { id, issuerId, postingDate } = await aTransaction(db, account, hotel);
  await aTransaction(db, account, { ...hotel, postingDate: '2026-03-16' });
  await db.query(
    "UPDATE transactions SET purpose = 'Trade fair', scheme_id = $2, scheme_version = repeat('0', 32) WHERE id = $1",
    [id, scheme.id]
  );
  await db.query(
    `INSERT INTO allocations (issuer_id, posting_date, transaction_id, position, amount, codes)
     VALUES ($1, $2, $3, 1, 240.50, $4)`,
    [issuerId, postingDate, id, JSON.stringify({ [scheme.center]: 'S100' })]
  );
  granted(await addAttachment(ATTACHABLES, A, { entity: 'transaction', id }, sentFile(aReceipt()), ORIGIN));
  for (const text of ['With breakfast', 'Receipt attached'])
    granted(await addComment(COMMENTABLES, A, { entity: 'transaction', id }, { text, mentions: [] }, ORIGIN));
  await db.query("UPDATE transactions SET state = 'reviewed', reviewed_at = now(), reviewed_by = $2 WHERE id = $1", [
    id,
    A.userId
  ]);

  const shown = await only(O);
  expect(shown).toMatchObject({
    transaction: { id, purpose: 'Trade fair' },
    reviewedBy: 'Ada Holm',
    monthTotal: '301.7',
    returned: null,
    behalf: null,
    attachments: [{ name: 'receipt.png', mediaType: 'image/png' }],
    comment: { text: 'Receipt attached', by: 'Ada Holm', count: 2 }
  });
  expect(shown.duplicates).toHaveLength(1);
  expect([...shown.values.values()].map(({ code, name }) => [code, name])).toEqual([['S100', 'Sales']]);
  expect((await approvalQueue(O, {})).totals).toEqual({
    count: 1,
    isCut: false,
    sums: [{ currency: 'EUR', amount: '240.5' }]
  });
});

test('CD.30 what is sent back from the queue comes back with its reason once it is reviewed again', async () => {
  const { id } = await aTransaction(world.current, account, { state: 'reviewed' });
  expect(await changeState(O, id, { event: 'send_back', reason: 'No receipt', version: 1 }, ORIGIN)).toEqual({
    ok: true,
    value: 2
  });
  expect(await waitingFor(O)).toEqual([]);
  await transaction((tx) => changeStates(tx, A, [id], { event: 'review' }, ORIGIN));
  expect(await only(O)).toMatchObject({ returned: 'No receipt', transaction: { version: 3 } });
});

test('CD.30 an approval that is taken back waits again, with its reviewer, and both are audited', async () => {
  const { id } = await aTransaction(world.current, account, { state: 'reviewed' });
  granted(await changeState(O, id, { event: 'approve', version: 1 }, ORIGIN));
  expect(await waitingFor(O)).toEqual([]);
  granted(await changeState(O, id, { event: 'unapprove', version: 2 }, ORIGIN));
  expect((await only(O)).transaction.version).toBe(3);
  const audited = await world.current.query<{ action: string }>(
    'SELECT action FROM audit_entries WHERE entity_id = $1 ORDER BY sequence',
    [id]
  );
  expect(audited.map(({ action }) => action)).toEqual(['transaction.approve', 'transaction.unapprove']);
});

test('CD.30 C6.028 a delegate sees for whom a transaction is approved; nobody is shown what others are asked for', async () => {
  const db = world.current;
  await aProfile(db, company, { levels: [{ members: [C.userId] }], places: [company] });
  const D = await aPrincipalAt(db, 'C', company);
  await aDelegation(db, { from: C, to: D });
  await aTransaction(db, account, { state: 'reviewed' });
  expect((await only(D)).behalf).toBe('Clara Dahl');
  expect((await only(C)).behalf).toBeNull();
  expect(await waitingFor(O)).toEqual([]);
  expect(await waitingFor(A)).toEqual([]);
});
