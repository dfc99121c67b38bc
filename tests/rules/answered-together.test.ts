import { createInterface } from 'node:readline';
import type { Principal } from '@/lib/access/policy/principal';
import { transaction } from '@/lib/core/database/database';
import { together } from '@/lib/core/server/together';
import { answerAsked } from '@/lib/money/purchasing/authorizations/answer';
import { authorize, heldCardAt } from '@/lib/money/purchasing/authorizations/authorize';
import { chargeUnder, reverseCharge } from '@/lib/money/purchasing/authorizations/charges';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest } from '../support/purchasing';
import { granted } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { startWorker } from '../support/worker';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let buyer: Principal;
let card: { issuerId: string; processor: 'stripe'; reference: string };
let requestId: string;

beforeAll(async () => {
  await aBrand();
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
});
beforeEach(async () => {
  const place = await anOrgPoint(world.current, company);
  buyer = await aPrincipalAt(world.current, 'A', await anAccount(world.current, place));
  const approver = await aPrincipalAt(world.current, 'O', place);
  const offered = await anOffer(await aPrincipalAt(world.current, 'C', company), company);
  requestId = await aRequest(buyer, offered);
  granted(await submitRequest(buyer, { id: requestId, version: 1 }, ORIGIN));
  const version = (await seenRequest(buyer, requestId))?.version ?? 0;
  granted(await approveRequest(approver, { id: requestId, version }, null, ORIGIN));
  card = { issuerId: issuer.id, processor: 'stripe', reference: `at/${requestId}` };
  await world.current.query(
    `UPDATE virtual_cards SET processor = 'stripe', processor_card = $1, number_encrypted = NULL, number_key_id = NULL,
       number_hash = NULL WHERE request_id = $2`,
    [card.reference, requestId]
  );
});

const askedFor = (reference: string, amount = '50.00') => ({
  reference,
  at: new Date(),
  kind: 'purchase' as const,
  amount,
  currency: 'NOK',
  merchantName: 'HOTEL NORD',
  merchantId: null,
  acquirerId: null,
  category: null
});
const ask = (reference: string, amount?: string) =>
  answerAsked({ ...card, card: card.reference, asked: askedFor(reference, amount) });
const askLocked = (reference: string, amount?: string) =>
  transaction(async (tx) => {
    const held = await heldCardAt(tx, card);
    if (!held) throw new Error('no card');
    return authorize(tx, held, askedFor(reference, amount));
  });
const kept = () =>
  world.current.query<{ reference: string; turn: number; approved: boolean; cents: number; reversed: number }>(
    `SELECT a.reference, a.turn, a.answer = 'approved' AS approved, (a.amount * 100)::int AS cents,
       (a.reversed * 100)::int AS reversed
     FROM authorization_activity a JOIN virtual_cards c ON c.id = a.card_id WHERE c.request_id = $1 ORDER BY a.turn`,
    [requestId]
  );
const LIMIT = 50_000;

/** A process of its own, which asks the card under all references at once when it is told to. */
async function aProcess() {
  const { issuerId, reference } = card;
  const worker = await startWorker('purchase', 'race', issuerId, requestId, reference);
  const lines = createInterface(worker.stdout)[Symbol.asyncIterator]();
  return {
    async ask(references: string[]): Promise<[string, boolean][]> {
      worker.stdin.end(`${JSON.stringify(references)}\n`);
      return JSON.parse((await lines.next()).value ?? '[]');
    }
  };
}

/** No answer was approved beyond what the ones before it leave, and each took one turn. */
async function expectNoLimitPassed() {
  const answers = await kept();
  expect(answers.map(({ turn }) => turn)).toEqual(answers.map((_, at) => at + 1));
  let spent = 0;
  for (const { approved, cents, reversed } of answers.filter((one) => one.approved)) {
    expect(approved && spent + cents).toBeLessThanOrEqual(LIMIT);
    spent += cents - reversed;
  }
  return answers;
}

describe('issue 19 C3.017 what merchants ask of one card at once', () => {
  test('of several processes and over several connections passes no limit, and each reference has one answer', async () => {
    const workers = await Promise.all([aProcess(), aProcess(), aProcess()]);
    const referencesOf = (of: number) => Array.from({ length: 8 }, (_, at) => `${requestId}/${of % 2}/${at}`);
    const given = (
      await Promise.all([
        ...workers.map((worker, of) => worker.ask(referencesOf(of))),
        Promise.all(
          ['x', 'y'].map(async (at): Promise<[string, boolean]> => {
            const reference = `${requestId}/${at}`;
            return [reference, (await askLocked(reference)).approved];
          })
        )
      ])
    ).flat();
    const answers = await expectNoLimitPassed();
    // 18 references for 50.00 each: ten of them are 500.00.
    expect(answers).toHaveLength(18);
    expect(answers.filter(({ approved }) => approved)).toHaveLength(10);
    const told = new Map(answers.map(({ reference, approved }) => [reference, approved]));
    expect(given).toHaveLength(26);
    for (const [reference, approved] of given) expect(told.get(reference)).toBe(approved);
  }, 120_000);

  test('in any order with answers under the lock, reversals and questions again passes no limit', async () => {
    const seeds = Array.from({ length: 60 }, (_, at) => at);
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const steps = seeds.map((at) => ({
      kind: random(6),
      reference: `${requestId}/r/${random(40)}`,
      amount: `${10 + 10 * (at % 9)}.00`
    }));
    const first = new Map<string, boolean>();
    for (let from = 0; from < steps.length; from += 6)
      await Promise.all(
        steps.slice(from, from + 6).map(async ({ kind, reference, amount }) => {
          if (kind === 5) {
            await transaction(async (tx) => {
              const held = await heldCardAt(tx, card);
              const [last] = (await kept()).filter((one) => one.approved && one.reversed === 0);
              if (held && last) {
                const id = await chargeUnder(tx, held, last.reference);
                await reverseCharge(tx, held, { id, amount: (last.cents / 100).toFixed(2) });
              }
            });
            return;
          }
          const answer = kind === 4 ? await askLocked(reference, amount) : await ask(reference, amount);
          const approved = answer?.approved ?? false;
          expect(first.get(reference) ?? approved).toBe(approved);
          first.set(reference, approved);
        })
      );
    const answers = await expectNoLimitPassed();
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(answers.length);
    for (const { reference, approved } of answers) expect(first.get(reference)).toBe(approved);
  }, 60_000);

  test('C4.009D while it is being suspended is declined for that', async () => {
    let answer: ReturnType<typeof ask> | undefined;
    await transaction(async (tx) => {
      await heldCardAt(tx, card);
      answer = ask(`${requestId}/1`);
      await tx.$executeRaw`
        UPDATE virtual_cards SET state = 'suspended', version = version + 1 WHERE request_id = ${requestId}::uuid`;
    });
    expect(await answer).toEqual({ approved: false, failures: [{ control: 'cardState', state: 'suspended' }] });
  });

  test('is answered for others too when one of them can’t be kept', async () => {
    const [good, bad] = await Promise.allSettled([
      ask(`${requestId}/1`),
      answerAsked({
        ...card,
        card: card.reference,
        asked: { ...askedFor(`${requestId}/2`), merchantName: 'x'.repeat(201) }
      })
    ]);
    expect(good).toMatchObject({ status: 'fulfilled', value: { approved: true } });
    expect(bad.status).toBe('rejected');
    expect(await kept()).toHaveLength(1);
  });

  test('of a card that nobody has is answered by nothing', async () => {
    expect(await ask('x').then(Boolean)).toBe(true);
    card = { ...card, reference: 'of nobody' };
    expect(await ask('y')).toBeNull();
  });
});

describe('pieces of work that wait at the same time', () => {
  const underWay = () => {
    const batches: string[][] = [];
    const open: (() => void)[] = [];
    const work = async (pieces: readonly string[]) => {
      batches.push([...pieces]);
      await new Promise<void>((done) => open.push(done));
      if (pieces.includes('bad')) throw new Error('bad');
      return pieces.map((one) => one.toUpperCase());
    };
    const run = together({ keyOf: (one: string) => one.slice(0, 1), most: 3, work });
    return { batches, run, open };
  };
  const turn = () => new Promise((done) => setTimeout(done, 5));

  test('are done together, no more than allowed, and those of one key one after the other', async () => {
    const { batches, run, open } = underWay();
    const done = Promise.all(['a1', 'b1', 'a2', 'c1', 'd1'].map(run));
    await turn();
    expect(batches).toEqual([['a1', 'b1', 'c1']]);
    let isDone = false;
    void done.then(() => {
      isDone = true;
    });
    while (!isDone) {
      open.shift()?.();
      await turn();
    }
    expect(batches.slice(1)).toEqual([['a2', 'd1']]);
    expect(await done).toEqual(['A1', 'B1', 'A2', 'C1', 'D1']);
  });

  test('all get what their work throws, and later ones don’t', async () => {
    const { run, open } = underWay();
    const failing = Promise.allSettled(['bad', 'c1', 'd1', 'e1'].map(run));
    await turn();
    open.shift()?.();
    await turn();
    open.shift()?.();
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
    const later = run('c2');
    await turn();
    open.shift()?.();
    expect(await later).toBe('C2');
  });
});
