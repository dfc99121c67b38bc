import { originOf } from '../../core/http/origin';
import { config } from '../../core/server/config';
import { useOnce } from '../../core/server/rate-limit';

/**
 * Counts this registration for the address of the request. Returns the seconds to wait before the next one, or
 * undefined.
 */
export function tooManyRegistrations({ headers }: { headers: Headers }): Promise<number | undefined> {
  const limit = { name: 'registrations-address', points: config().REGISTRATIONS_PER_ADDRESS, seconds: 900 };
  return useOnce(limit, originOf(headers).address);
}
