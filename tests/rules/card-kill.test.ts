import { cardOf } from '@/lib/money/purchasing/details';
import { useGate } from '../support/gate';
import { kill } from '../support/jobs';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aBrand } from '../support/sign-in';
import { StripeServer } from '../support/stripe';
import { aPendingRequest, approved, atStripe, due, told } from '../support/stripe-issuer';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { startWorker } from '../support/worker';

process.env.INTEGRATOR_NETWORKS = '127.0.0.2/32';

const world = useDatabase();
const gate = useGate(world);
const stripe = new StripeServer();
let issuer: StructureNode;
let people: Parameters<typeof aPendingRequest>[0];

beforeAll(async () => {
  process.env.STRIPE_ADDRESS = await stripe.listen();
  await aBrand();
});
afterAll(() => stripe.close());
beforeEach(async () => {
  stripe.forget();
  issuer = await anIssuer(world.current);
  const company = await aCompany(world.current, issuer);
  const place = await anOrgPoint(world.current, company);
  people = {
    company,
    requester: await aPrincipalAt(world.current, 'A', await anAccount(world.current, place)),
    approver: await aPrincipalAt(world.current, 'O', place),
    administrator: await aPrincipalAt(world.current, 'C', company)
  };
  await atStripe(world.current, issuer);
  await world.current.query(`DELETE FROM outbox WHERE status = 'queued'`);
});

async function anOrdered(): Promise<string> {
  const id = await aPendingRequest(people);
  granted(await approved(people, id));
  await due(world.current);
  return id;
}

const aWorker = () => startWorker('card');

/** The cards of the issuer here and at Stripe, and what was told of them. */
async function tally(id: string) {
  const [row] = await world.current.query(
    `SELECT (SELECT count(*)::int FROM virtual_cards c WHERE c.issuer_id = $1 AND c.processor_card IS NOT NULL) AS cards,
       (SELECT count(*)::int FROM audit_entries x WHERE x.issuer_id = $1 AND x.action = 'virtual_card.told') AS audits`,
    [issuer.id]
  );
  const lastFour = (await cardOf({ issuerId: issuer.id, id }))?.lastFour;
  return { ...row, known: stripe.cards.filter(({ last4 }) => last4 === lastFour).length };
}
const ONE = { cards: 1, audits: 1, known: 1 };

test('issue 19 C3.033 a worker that is killed between the request and the answer is followed by one that gets the same card', async () => {
  const before = stripe.cards.length;
  const id = await anOrdered();
  const done = new Promise<void>((resolve) => {
    // The card is made, and its answer waits until its asker is dead.
    stripe.beforeAnswer = async () => {
      resolve();
      await new Promise<void>((answered) => setTimeout(answered, 2_000));
    };
  });
  const worker = await aWorker();
  await done;
  await kill(worker);
  stripe.beforeAnswer = null;
  expect(stripe.cards.length).toBe(before + 1);
  expect(await tally(id)).toMatchObject({ cards: 0, audits: 0 });
  await told(world.current);
  expect(stripe.cards.length).toBe(before + 1);
  expect(await tally(id)).toEqual(ONE);
}, 60_000);

test.each([
  ['processor_cardholders', 'INSERT'],
  ['processor_cardholders', 'UPDATE'],
  ['card_commands', 'UPDATE'],
  ['virtual_cards', 'UPDATE'],
  ['audit_entries', 'INSERT']
])(
  'issue 19 C3.033 a worker that is killed at %s is followed by one that keeps the card once',
  async (table, event) => {
    const before = stripe.cards.length;
    const holders = stripe.cardholders.length;
    const id = await anOrdered();
    await gate.killedAt(table, event, aWorker);
    expect(await tally(id)).toMatchObject({ cards: 0, audits: 0 });
    await told(world.current);
    expect(stripe.cards.length).toBe(before + 1);
    expect(await tally(id)).toEqual(ONE);
    expect(stripe.cardholders.length).toBe(holders + 1);
  },
  60_000
);

test('issue 19 C3.033 workers that are killed at any moment make one card', async () => {
  const before = stripe.cards.length;
  const holders = stripe.cardholders.length;
  const id = await anOrdered();
  for (let round = 0; round < 3; round += 1) await gate.killedSoon(aWorker);
  await told(world.current);
  expect(stripe.cards.length).toBe(before + 1);
  expect(await tally(id)).toEqual(ONE);
  expect(stripe.cardholders.length).toBe(holders + 1);
}, 120_000);
