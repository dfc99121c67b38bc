import { config } from '../core/config';
import { originOf } from '../core/http/origin';
import { useOnce } from '../core/rate-limit';

/** Look-ups by user id are counted by address: the seconds to wait, or undefined. */
export function tooManyLookups(request: { headers: Headers }): Promise<number | undefined> {
  const limit = { name: 'lookup-address', points: config().LOOKUPS_PER_ADDRESS, seconds: 300 };
  return useOnce(limit, originOf(request.headers).address);
}
