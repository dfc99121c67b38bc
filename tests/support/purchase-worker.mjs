// A worker in a process of its own, to be killed: asks a virtual card under a reference of the network, or under
// many at once when it is told them, hands what was
// booked to the feed, or imports it, once (tests/rules/clearing-kill.test.ts); or approves a request, or sends its supplier a
// link, as the person who is its last argument (tests/rules/purchase-kill.test.ts).

import { once } from 'node:events';
import { principalOf } from '../../lib/access/policy/principal.ts';
import { jobHandlers } from '../../lib/composition/process/job-handlers.ts';
import { outboxHandlers } from '../../lib/composition/process/outbox-handlers.ts';
import { transaction } from '../../lib/core/database/database.ts';
import { workOnce } from '../../lib/core/server/outbox.ts';
import { workJobs } from '../../lib/kit/jobs/work-jobs.ts';
import { answerAsked } from '../../lib/money/purchasing/authorizations/answer.ts';
import { authorize, heldCard } from '../../lib/money/purchasing/authorizations/authorize.ts';
import { approveRequest } from '../../lib/money/purchasing/decide-request.ts';
import { sendLink } from '../../lib/money/suppliers/links/send-link.ts';

const [, , work, issuerId, requestId, reference] = process.argv;
const ORIGIN = { requestId: 'test', address: '127.0.0.1', userAgent: 'test' };

const signedIn = () => principalOf({ ...JSON.parse(reference), kind: 'full' });

const WORK = {
  ask: () =>
    transaction(async (tx) => {
      const card = await heldCard(tx, { issuerId, id: requestId });
      await authorize(tx, card, {
        reference,
        at: new Date(),
        kind: 'purchase',
        amount: '10.00',
        currency: 'NOK',
        merchantName: 'HOTEL NORD',
        merchantId: null,
        acquirerId: null,
        category: null
      });
    }),
  async race() {
    const [line] = await once(process.stdin, 'data');
    const answers = await Promise.all(
      JSON.parse(line).map(async (one) => {
        const { approved } = await answerAsked({
          issuerId,
          processor: 'stripe',
          card: reference,
          asked: {
            reference: one,
            at: new Date(),
            kind: 'purchase',
            amount: '50.00',
            currency: 'NOK',
            merchantName: 'HOTEL NORD',
            merchantId: null,
            acquirerId: null,
            category: null
          }
        });
        return [one, approved];
      })
    );
    process.stdout.write(`${JSON.stringify(answers)}\n`, () => process.exit(0));
    await new Promise(() => {});
  },
  approve: async () => approveRequest(await signedIn(), { id: requestId }, null, ORIGIN),
  send: async () =>
    sendLink(
      await signedIn(),
      requestId,
      { passphrase: 'blue whale 1851', addressOf: async () => 'https://cards.example/card' },
      ORIGIN
    ),
  async bring() {
    while (await workOnce(outboxHandlers));
  },
  import: () => workJobs(jobHandlers).then(() => new Promise(() => {}))
};
process.stdout.write('working\n');
await WORK[work]();
process.exit(0);
