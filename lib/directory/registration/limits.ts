import { originOf } from '../../core/http/origin';
import { config } from '../../core/server/config';
import { useOnce } from '../../core/server/rate-limit';

/** The seconds that the address of a request must wait before it registers anything more, or undefined; counts this one. */
export function tooManyRegistrations({ headers }: { headers: Headers }): Promise<number | undefined> {
  const limit = { name: 'registrations-address', points: config().REGISTRATIONS_PER_ADDRESS, seconds: 900 };
  return useOnce(limit, originOf(headers).address);
}
