import { workOn } from '../../../core/server/loop';
import { readNetworks } from './read-events';

const LOOK_EVERY_MILLIS = 30_000;

/** Reads what card networks tell of disputes until the returned function is called. */
export async function workNetworks(): Promise<() => Promise<void>> {
  const loop = await workOn({ name: 'dispute networks', everyMillis: LOOK_EVERY_MILLIS, next: readNetworks });
  return loop.stop;
}
