import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { LISTS } from '@/lib/composition/process/lists';
import { transaction } from '@/lib/core/database/database';
import { mergeUsers } from '@/lib/directory/people/merge-users';
import { askBulk } from '@/lib/kit/bulk/ask-bulk';
import { correctReject } from '@/lib/money/feeds/correct-reject';
import { addTransaction } from '@/lib/money/transactions/add-transaction';
import { approvalOf } from '@/lib/money/transactions/approvals-of';
import { changeStates } from '@/lib/money/transactions/change-state';
import { addedTransactionSchema } from '@/lib/money/transactions/schema';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { aDelegation, aLink } from '../support/approvals';
import { aFeedWorld, aMapping, bookedIn, imported, PLAIN, PLAIN_HEADINGS } from '../support/feeds/world';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { granted } from '../support/results';
import {
  aCompany,
  anAccount,
  anIssuer,
  anOrgPoint,
  aUserAt,
  type PlacedPerson,
  type StructureNode
} from '../support/structure';

const world = useDatabase();
let company: StructureNode;
let point: StructureNode;
let account: StructureNode;
let person: PlacedPerson;
let O: Principal;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  company = await aCompany(db, await anIssuer(db));
  point = await anOrgPoint(db, company);
  account = await anAccount(db, point);
  person = await aUserAt(db, 'O', point);
  [O, C] = [await principalFor(db, person), await aPrincipalAt(db, 'C', company)];
});

/** Cash that somebody has added and reviewed: its id. */
async function added(by: Principal): Promise<string> {
  const today = new Date().toISOString().slice(0, 10);
  const typed = { accountId: account.id, transactionDate: today, merchantName: 'Taxi', amount: '900', currency: 'EUR' };
  const id = granted(await addTransaction(by, addedTransactionSchema.parse({ ...typed, purpose: 'Fair' }), ORIGIN));
  await change(by, id, 'review');
  return id;
}
const change = async (by: Principal, id: string, event: 'review' | 'approve') => {
  const { refused } = await transaction((tx) => changeStates(tx, by, [id], { event }, ORIGIN));
  return refused[0]?.refusal ?? null;
};
const ENTERED = { code: 'transaction.approve.entered' };

test('W4 C6.028 CD.22 CD.60 the user who added a cost does not approve it, and is told so beforehand; another user does', async () => {
  const id = await added(O);
  const seen = await seenTransaction(O, id);
  expect(seen && (await approvalOf(O, seen))).toEqual({ ok: false, refusal: ENTERED });
  expect(await change(O, id, 'approve')).toEqual(ENTERED);
  const target = { list: 'transactions', parameters: {}, query: '' };
  const bulk = await askBulk(LISTS, O, target, { action: 'approve', extent: { ids: [id] } }, ORIGIN);
  expect(bulk).toMatchObject({ ok: true, value: { done: 0, refused: 1, groups: [{ code: ENTERED.code }] } });
  expect(await change(C, id, 'approve')).toBeNull();
});

test('W4 CD.60 nor do that user’s linked ids, a merged user, an administrator who views as the user, or a delegate', async () => {
  const db = world.current;
  const other = await aUserAt(db, 'O', point);
  const id = await added(O);
  await aLink(db, company.issuerId, [other.id, person.id]);
  const linked = await principalFor(db, other);
  expect(await change(linked, id, 'approve')).toEqual(ENTERED);
  // A link that is undone after the entry changes nothing of who entered it.
  const later = await added(O);
  await db.query(`UPDATE user_links SET status = 'unlinked', unlinked_at = now() WHERE linked_user_id = $1`, [
    person.id
  ]);
  expect(await change(linked, later, 'approve')).toEqual(ENTERED);
  expect(await change(linked, id, 'approve')).toBeNull();

  const kept = await aUserAt(db, 'O', point);
  const before = await added(O);
  await granted(await mergeUsers(C, { keptId: kept.id, mergedId: person.id }, ORIGIN, BELONGINGS));
  expect(await change(await principalFor(db, kept), before, 'approve')).toEqual(ENTERED);

  const through = { ...C, accessor: { issuerId: company.issuerId, userId: other.id } };
  await expect(added(through)).rejects.toThrow('access.as.user.closed');

  const cash = await added(C);
  const name = 'Dana Delegator';
  await db.query(`UPDATE users SET first_name = 'Dana', last_name = 'Delegator' WHERE id = $1`, [C.userId]);
  const delegation = await aDelegation(db, { from: C, to: { userId: other.id } });
  expect(await change(linked, cash, 'approve')).toEqual({
    code: 'transaction.approve.delegator.entered',
    params: { name }
  });
  await db.query('UPDATE approval_delegations SET withdrawn_at = now() WHERE id = $1', [delegation]);
  expect(await change(linked, cash, 'approve')).toBeNull();
});

test('W4 CD.60 a row of a feed names the user who uploaded the file and the one who corrected it, and nobody for a file from the folder', async () => {
  const feeds = await aFeedWorld(world.current, 1);
  const mapping = await aMapping(feeds, PLAIN);
  const number = feeds.cards[0]?.number as string;
  const lines = [
    PLAIN_HEADINGS,
    `${number},OK,2026-03-01,1,EUR,Shop,7011`,
    `${number},BAD,2026-03-01,much,EUR,Shop,7011`,
    ''
  ];
  await imported(feeds, mapping, lines.join('\n'));
  const [reject] = await world.current.query<{ id: string }>('SELECT id FROM feed_rejects WHERE issuer_id = $1', [
    feeds.issuer.id
  ]);
  const corrector = await aPrincipalAt(world.current, 'I', feeds.issuer);
  await granted(await correctReject(corrector, reject?.id as string, { amount: '12.50' }, ORIGIN));
  const by = async () =>
    Object.fromEntries(
      (
        await world.current.query<{ reference: string; by: string[] }>(
          'SELECT source_reference AS reference, amount_by AS by FROM transactions WHERE issuer_id = $1',
          [feeds.issuer.id]
        )
      ).map(({ reference, by: ids }) => [reference, ids])
    );
  expect(await bookedIn(feeds)).toHaveLength(2);
  const uploader = feeds.principal.userId;
  expect(await by()).toEqual({ OK: [uploader], BAD: [corrector.userId, uploader] });
});
