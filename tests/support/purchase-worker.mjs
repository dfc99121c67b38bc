// A worker in a process of its own, to be killed: asks a virtual card under a reference of the network, or under
// many at once when it is told them, hands what was
// booked to the feed, or imports it, once (tests/rules/clearing-kill.test.ts); or approves a request, or sends its supplier a
// link, as the person who is its last argument (tests/rules/purchase-kill.test.ts).

import { once } from 'node:events';
import principals from '../../lib/access/policy/principal.ts';
import jobHandlers from '../../lib/composition/process/job-handlers.ts';
import outboxHandlers from '../../lib/composition/process/outbox-handlers.ts';
import database from '../../lib/core/database/database.ts';
import outbox from '../../lib/core/server/outbox.ts';
import jobs from '../../lib/kit/jobs/work-jobs.ts';
import answering from '../../lib/money/purchasing/authorizations/answer.ts';
import authorizing from '../../lib/money/purchasing/authorizations/authorize.ts';
import deciding from '../../lib/money/purchasing/decide-request.ts';
import sending from '../../lib/money/suppliers/links/send-link.ts';

const [, , work, issuerId, requestId, reference] = process.argv;
const ORIGIN = { requestId: 'test', address: '127.0.0.1', userAgent: 'test' };

const signedIn = () => principals.principalOf({ ...JSON.parse(reference), kind: 'full' });

const WORK = {
  ask: () =>
    database.transaction(async (tx) => {
      const card = await authorizing.heldCard(tx, { issuerId, id: requestId });
      await authorizing.authorize(tx, card, {
        ...{
          reference,
          at: new Date(),
          kind: 'purchase',
          amount: '10.00',
          currency: 'NOK',
          merchantName: 'HOTEL NORD'
        },
        ...{ merchantId: null, acquirerId: null, category: null }
      });
    }),
  async race() {
    const [line] = await once(process.stdin, 'data');
    const answers = await Promise.all(
      JSON.parse(line).map(async (one) => {
        const { approved } = await answering.answerAsked({
          ...{ issuerId, processor: 'stripe', card: reference },
          asked: {
            ...{ reference: one, at: new Date(), kind: 'purchase', amount: '50.00', currency: 'NOK' },
            ...{ merchantName: 'HOTEL NORD', merchantId: null, acquirerId: null, category: null }
          }
        });
        return [one, approved];
      })
    );
    process.stdout.write(`${JSON.stringify(answers)}\n`, () => process.exit(0));
    await new Promise(() => {});
  },
  approve: async () => deciding.approveRequest(await signedIn(), { id: requestId }, null, ORIGIN),
  send: async () =>
    sending.sendLink(
      await signedIn(),
      requestId,
      { passphrase: 'blue whale 1851', addressOf: async () => 'https://cards.example/card' },
      ORIGIN
    ),
  async bring() {
    while (await outbox.workOnce(outboxHandlers.outboxHandlers));
  },
  import: () => jobs.workJobs(jobHandlers.jobHandlers).then(() => new Promise(() => {}))
};
process.stdout.write('working\n');
await WORK[work]();
process.exit(0);
