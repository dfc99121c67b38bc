import { workOn } from '../../../core/server/loop';
import { readProcessors } from './read-processors';

const LOOK_EVERY_MILLIS = 300_000;

/** Reads what card processors tell, beside what they send, until the returned function is called. */
export async function workProcessors(): Promise<() => Promise<void>> {
  const loop = await workOn({ name: 'card processors', everyMillis: LOOK_EVERY_MILLIS, next: readProcessors });
  return loop.stop;
}
