// A worker in a process of its own, to be killed: writes files of payments or repayments, reads an answer of the bank, or closes statements,
// once, on a day that it is told (tests/rules/payment-kill.test.ts,
// repayment-kill.test.ts).

import { readFileSync } from 'node:fs';
import clock from '../../lib/core/server/clock.ts';
import statements from '../../lib/money/payments/statements/close-statements.ts';
import answers from '../../lib/money/rails/bring-answer.ts';
import files from '../../lib/money/rails/collect-due.ts';
import repayments from '../../lib/money/rails/repayments/pay-due.ts';

const [, , work, instant, issuerId, path] = process.argv;
clock.stopClock(new Date(instant));

const WORK = {
  async collect() {
    while (await files.collectDue());
  },
  async repay() {
    while (await repayments.payDue());
  },
  answer: () =>
    answers.bringAnswer(
      { issuerId, source: 'upload', name: 'answer.xml', bytes: readFileSync(path), userId: null },
      files.RAILS_ORIGIN
    ),
  close: () => statements.closeStatements()
};
process.stdout.write('working\n');
await WORK[work]();
process.exit(0);
