import { workOn } from '../../core/server/loop';
import { collectDue } from './collect-due';
import { settleDue } from './settle-due';
import { validateDue } from './validate-due';

const LOOK_EVERY_MILLIS = 30_000;

/** Validates bank accounts, collects payments past their cutoff and settles files until the returned function is called. */
export async function workRails(): Promise<() => Promise<void>> {
  const loop = await workOn({
    name: 'payment files',
    everyMillis: LOOK_EVERY_MILLIS,
    next: async () => (await validateDue()) || (await collectDue()) || settleDue()
  });
  return loop.stop;
}
