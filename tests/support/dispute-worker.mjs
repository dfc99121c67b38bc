// A worker in a process of its own, to be killed: hands evidence over to a card network, or reads what that tells, once, at
// an instant that it is told (tests/rules/dispute-kill.test.ts).

import clock from '../../lib/core/server/clock.ts';
import outbox from '../../lib/core/server/outbox.ts';
import evidence from '../../lib/money/disputes/network/evidence.ts';
import events from '../../lib/money/disputes/network/read-events.ts';

const [, , work, instant, issuerId] = process.argv;
clock.stopClock(new Date(instant));

const WORK = {
  async evidence() {
    while (await outbox.workOnce({ 'dispute.evidence': evidence.handOverEvidence }));
  },
  async read() {
    while (await events.readNetwork(issuerId, 'simulated'));
  }
};
process.stdout.write('working\n');
await WORK[work]();
process.exit(0);
