import type { Principal } from '@/lib/access/policy/principal';
import { RETENTION_PARTS } from '@/lib/composition/process/retention';
import { transaction } from '@/lib/core/database/database';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { authorize, heldCard } from '@/lib/money/purchasing/authorizations/authorize';
import { AUTHORIZATIONS } from '@/lib/money/purchasing/authorizations/listing';
import { VIRTUAL_CARDS } from '@/lib/money/purchasing/card-lists';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { RECONCILIATION } from '@/lib/money/purchasing/clearings/differences';
import { keepClearing } from '@/lib/money/purchasing/clearings/keep-clearing';
import { forgetAuthorizations } from '@/lib/money/purchasing/clearings/retention';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { deleteExpired } from '@/lib/money/transactions/retention';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest } from '../support/purchasing';
import { granted } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
const RIGHTS = ['authorization_activity.view', 'purchase_requests.view', 'purchase_reconciliation.view'] as const;
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let buyer: Principal;
let administrator: Principal;
let ofIssuer: Principal;
let id: string;

beforeAll(aBrand);
beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  const place = await anOrgPoint(world.current, company);
  account = await anAccount(world.current, place, { currency: 'NOK' });
  ofIssuer = await aPrincipalAt(world.current, 'I', issuer);
  administrator = await aPrincipalAt(world.current, 'C', company, { authorities: [...RIGHTS] });
  const setUp = await aPrincipalAt(world.current, 'C', company);
  buyer = await aPrincipalAt(world.current, 'A', account);
  const offered = await anOffer(setUp, company);
  id = await aRequest(buyer, offered);
  granted(await submitRequest(buyer, { id, version: 1 }, ORIGIN));
  const approver = await aPrincipalAt(world.current, 'O', place);
  granted(await approveRequest(approver, { id, version: (await seenRequest(buyer, id))?.version ?? 0 }, null, ORIGIN));
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Does something with the locked card. */
const withCard = <T>(
  does: (tx: Parameters<typeof heldCard>[0], card: NonNullable<Awaited<ReturnType<typeof heldCard>>>) => Promise<T>
) =>
  transaction(async (tx) => {
    const card = await heldCard(tx, { issuerId: issuer.id, id });
    if (!card) throw new Error('no card');
    return does(tx, card);
  });

/** A merchant asks, some days ago. */
const ask = (amount: string, reference: string, days = 0) =>
  withCard((tx, card) =>
    authorize(tx, card, {
      reference,
      at: daysAgo(days),
      kind: 'purchase',
      amount,
      currency: 'NOK',
      merchantName: 'HOTEL NORD',
      merchantId: null,
      acquirerId: null,
      category: null
    })
  );

/** A merchant books. */
const book = (amount: string, reference: string, authorization: string | null, { days = 0, final = true } = {}) =>
  withCard((tx, card) =>
    keepClearing(tx, card, {
      reference,
      authorization,
      amount,
      currency: 'NOK',
      merchantName: 'HOTEL NORD',
      final,
      at: daysAgo(days)
    })
  );

/** The bank posts. */
const post = (amount: string, reference: string, more: Parameters<typeof aTransaction>[2] = {}) =>
  aTransaction(world.current, account, { amount, reference, ...more });

const run = (sql: string, values: unknown[] = []) => world.current.query(sql, values);

/** The differences as their kind, owner, age and amount. */
async function differences(by = administrator) {
  const { rows } = await listPage(by, RECONCILIATION, readQuery(RECONCILIATION, {}));
  return rows.map(({ kind, owner, age, amount }) => [kind, owner, age, Number(amount)]);
}

/** A purchase whose whole chain agrees. */
async function whole(reference = 'B-1', days = 0): Promise<void> {
  await ask('300.00', `N-${reference}`, days);
  await book('300.00', reference, `N-${reference}`, { days });
  await post('300.00', reference);
}

describe('C2.026 the reconciliation', () => {
  test('is zero where requests, cards, authorizations, clearings and transactions agree', async () => {
    await whole('B-1', 40);
    await ask('50.00', 'N-2');
    expect(await differences()).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>, unknown[]]>([
    [
      'an approved request without an active card',
      () => run("UPDATE virtual_cards SET state = 'closed' WHERE request_id = $1", [id]),
      ['card.missing', 'issuer', 0, 500]
    ],
    [
      'an active card without an approved request',
      () => run("UPDATE purchase_requests SET state = 'cancelled' WHERE id = $1", [id]),
      ['card.open', 'issuer', 0, 500]
    ],
    [
      'an authorization that nobody booked within 30 days',
      () => ask('20.00', 'N-9', 31),
      ['authorization.open', 'requester', 31, 20]
    ],
    [
      'a clearing that the card never approved',
      async () => {
        await book('20.00', 'B-9', null);
        await post('20.00', 'B-9');
      },
      ['clearing.unauthorized', 'company', 0, 20]
    ],
    [
      'a clearing of a declined authorization',
      async () => {
        await ask('900.00', 'N-9');
        await book('900.00', 'B-9', 'N-9');
        await post('900.00', 'B-9');
      },
      ['clearing.unauthorized', 'company', 0, 900]
    ],
    [
      'clearings of more than was approved',
      async () => {
        await book('12.50', 'B-9', 'N-B-1');
        await post('12.50', 'B-9');
      },
      ['clearing.over', 'company', 0, 12.5]
    ],
    [
      'a clearing that the bank did not post within 3 days',
      async () => {
        await ask('20.00', 'N-9', 5);
        await book('20.00', 'B-9', 'N-9', { days: 4 });
      },
      ['clearing.unposted', 'issuer', 4, 20]
    ],
    [
      'a transaction of another amount',
      () =>
        run(
          "UPDATE transactions SET amount = 310, billed_amount = 310 WHERE source_reference = 'B-1' AND issuer_id = $1",
          [issuer.id]
        ),
      ['clearing.amount', 'issuer', 0, 10]
    ]
  ])('names %s', async (_what, breaks, row) => {
    await whole();
    expect(await differences()).toEqual([]);
    await breaks();
    expect(await differences()).toEqual([row]);
    expect(await differences(ofIssuer)).toEqual([row]);
  });

  test('asks no more for what was booked without approval once people have exported it', async () => {
    await book('20.00', 'B-9', null);
    await post('20.00', 'B-9', { state: 'exported' });
    expect(await differences()).toEqual([]);
  });

  test('is for the issuer and the administrators of the company alone', async () => {
    await ask('20.00', 'N-9', 31);
    const stranger = await aPrincipalAt(world.current, 'C', await aCompany(world.current, issuer));
    expect(await differences(stranger)).toEqual([]);
    expect(await differences(buyer)).toEqual([]);
  });
});

describe('C3.017 a clearing', () => {
  test('counts once, and a final one gives back what was not booked', async () => {
    await ask('300.00', 'N-1');
    await book('100.00', 'B-1', 'N-1', { final: false });
    await book('100.00', 'B-1', 'N-1', { final: false });
    expect(await ask('250.00', 'N-2')).toMatchObject({ approved: false });
    await book('50.00', 'B-2', 'N-1');
    expect(await ask('350.00', 'N-3')).toMatchObject({ approved: true });
    const shown = async (listing: typeof AUTHORIZATIONS, columns: string) =>
      (await listPage(administrator, listing, readQuery(listing, { columns }))).rows;
    expect((await shown(VIRTUAL_CARDS, 'number,spent')).map(({ spent }) => Number(spent))).toEqual([500]);
    const booked = await shown(AUTHORIZATIONS, 'amount,booked');
    expect(booked.map((row) => row.booked && Number(row.booked))).toEqual([null, null, 150]);
  });
});

describe('C5.027 retention', () => {
  const OLD = { postingDate: '2020-01-15', state: 'exported' } as const;
  const kept = async () => {
    const [row] = await run(
      `SELECT (SELECT count(*)::int FROM authorization_activity WHERE issuer_id = $1) AS asked,
         (SELECT count(*)::int FROM clearings WHERE issuer_id = $1) AS booked`,
      [issuer.id]
    );
    return row;
  };
  const close = () => run("UPDATE virtual_cards SET state = 'closed' WHERE request_id = $1", [id]);

  test('deletes what was booked with its transaction, once the card is closed', async () => {
    await ask('300.00', 'N-1', 0);
    await book('300.00', 'B-1', 'N-1');
    await post('300.00', 'B-1', OLD);
    await deleteExpired(RETENTION_PARTS);
    expect(await kept()).toEqual({ asked: 1, booked: 1 });
    await close();
    await deleteExpired(RETENTION_PARTS);
    expect(await kept()).toEqual({ asked: 0, booked: 0 });
  });

  test('keeps what is not reconciled, and what is in dispute with its transaction', async () => {
    await ask('300.00', 'N-1', 0);
    await book('290.00', 'B-1', 'N-1');
    await post('300.00', 'B-1', OLD);
    await close();
    await deleteExpired(RETENTION_PARTS);
    expect(await kept()).toEqual({ asked: 1, booked: 1 });
  });

  test('deletes declined authorizations, and open ones of closed cards, past the months of the company', async () => {
    await ask('20.00', 'N-1');
    await ask('900.00', 'N-2');
    await run("UPDATE authorization_activity SET asked_at = '2020-01-15' WHERE issuer_id = $1", [issuer.id]);
    await ask('30.00', 'N-3');
    await forgetAuthorizations();
    expect(await kept()).toMatchObject({ asked: 3 });
    await run("UPDATE virtual_cards SET expiry = '01/24' WHERE request_id = $1", [id]);
    await forgetAuthorizations();
    expect(await kept()).toMatchObject({ asked: 2 });
    await close();
    await forgetAuthorizations();
    expect(await kept()).toMatchObject({ asked: 1 });
  });
});
