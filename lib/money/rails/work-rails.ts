import { workOn } from '../../core/server/loop';
import { collectDue } from './collect-due';
import { payDue } from './repayments/pay-due';
import { settleRepayments } from './repayments/settle-repayments';
import { settleDue } from './settle-due';
import { validateDue } from './validate-due';

const LOOK_EVERY_MILLIS = 30_000;

/** Validates bank accounts, collects payments past their cutoff, pays back and settles files until the returned function is called. */
export async function workRails(): Promise<() => Promise<void>> {
  const loop = await workOn({
    name: 'payment files',
    everyMillis: LOOK_EVERY_MILLIS,
    next: async () =>
      (await validateDue()) || (await collectDue()) || (await payDue()) || (await settleDue()) || settleRepayments()
  });
  return loop.stop;
}
