// A worker in a process of its own, to be killed: asks a virtual card under a reference of the network, or under
// many at once when it is told them, hands what was
// booked to the feed, or imports it, once (tests/rules/clearing-kill.test.ts); or approves a request, or sends its supplier a
// link, as the person who is its last argument (tests/rules/purchase-kill.test.ts). It imports only the
// modules of its own work: all of them take a second to start.

import { once } from 'node:events';
import { askedPurchase } from './asked-purchase.ts';

const [, , work, issuerId, requestId, reference] = process.argv;
const ORIGIN = { requestId: 'test', address: '127.0.0.1', userAgent: 'test' };

async function signedIn() {
  const { principalOf } = await import('../../lib/access/policy/principal.ts');
  return principalOf({ ...JSON.parse(reference), kind: 'full' });
}

/** Each imports the modules of one kind of work, and returns the work. */
const WORK = {
  async ask() {
    const { transaction } = await import('../../lib/core/database/database.ts');
    const { authorize, heldCard } = await import('../../lib/money/purchasing/authorizations/authorize.ts');
    return () =>
      transaction(async (tx) => {
        const card = await heldCard(tx, { issuerId, id: requestId });
        await authorize(tx, card, askedPurchase(reference, '10.00'));
      });
  },
  async race() {
    const { answerAsked } = await import('../../lib/money/purchasing/authorizations/answer.ts');
    return async () => {
      const [line] = await once(process.stdin, 'data');
      const answers = await Promise.all(
        JSON.parse(line).map(async (one) => {
          const { approved } = await answerAsked({
            issuerId,
            processor: 'stripe',
            card: reference,
            asked: askedPurchase(one, '50.00')
          });
          return [one, approved];
        })
      );
      process.stdout.write(`${JSON.stringify(answers)}\n`, () => process.exit(0));
      await new Promise(() => {});
    };
  },
  async approve() {
    const { approveRequest } = await import('../../lib/money/purchasing/decide-request.ts');
    const approver = await signedIn();
    return () => approveRequest(approver, { id: requestId }, null, ORIGIN);
  },
  async send() {
    const { sendLink } = await import('../../lib/money/suppliers/links/send-link.ts');
    const buyer = await signedIn();
    return () =>
      sendLink(
        buyer,
        requestId,
        { passphrase: 'blue whale 1851', addressOf: async () => 'https://cards.example/card' },
        ORIGIN
      );
  },
  async bring() {
    const { outboxHandlers } = await import('../../lib/composition/process/outbox-handlers.ts');
    const { workOnce } = await import('../../lib/core/server/outbox.ts');
    return async () => {
      while (await workOnce(outboxHandlers));
    };
  },
  async import() {
    const { jobHandlers } = await import('../../lib/composition/process/job-handlers.ts');
    const { workJobs } = await import('../../lib/kit/jobs/work-jobs.ts');
    return () => workJobs(jobHandlers).then(() => new Promise(() => {}));
  }
};
const run = await WORK[work]();
process.stdout.write('working\n');
await run();
process.exit(0);
