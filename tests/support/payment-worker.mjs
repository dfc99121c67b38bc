// A worker in a process of its own, to be killed: writes files of payments or repayments, reads an answer of the bank, or closes statements,
// once, on a day that it is told (tests/rules/payment-kill.test.ts,
// repayment-kill.test.ts).

import { readFileSync } from 'node:fs';
import { stopClock } from '../../lib/core/server/clock.ts';
import { closeStatements } from '../../lib/money/payments/statements/close-statements.ts';
import { bringAnswer } from '../../lib/money/rails/bring-answer.ts';
import { collectDue, RAILS_ORIGIN } from '../../lib/money/rails/collect-due.ts';
import { payDue } from '../../lib/money/rails/repayments/pay-due.ts';

const [, , work, instant, issuerId, path] = process.argv;
stopClock(new Date(instant));

const WORK = {
  async collect() {
    while (await collectDue());
  },
  async repay() {
    while (await payDue());
  },
  answer: () =>
    bringAnswer(
      { issuerId, source: 'upload', name: 'answer.xml', bytes: readFileSync(path), userId: null },
      RAILS_ORIGIN
    ),
  close: () => closeStatements()
};
process.stdout.write('working\n');
await WORK[work]();
process.exit(0);
