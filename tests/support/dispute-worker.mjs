// A worker in a process of its own, to be killed: hands evidence over to a card network, or reads what that tells, once, at
// an instant that it is told (tests/rules/dispute-kill.test.ts).

import { stopClock } from '../../lib/core/server/clock.ts';
import { workOnce } from '../../lib/core/server/outbox.ts';
import { handOverEvidence } from '../../lib/money/disputes/network/evidence.ts';
import { readNetwork } from '../../lib/money/disputes/network/read-events.ts';

const [, , work, instant, issuerId] = process.argv;
stopClock(new Date(instant));

const WORK = {
  async evidence() {
    while (await workOnce({ 'dispute.evidence': handOverEvidence }));
  },
  async read() {
    while (await readNetwork(issuerId, 'simulated'));
  }
};
process.stdout.write('working\n');
await WORK[work]();
process.exit(0);
