import { originOf } from '../../core/http/origin';
import { config } from '../../core/server/config';
import { useOnce } from '../../core/server/rate-limit';

/** Counts recoveries and code requests by user id for each address: the seconds to wait, or undefined. */
export function tooManyRecoveries(request: { headers: Headers }): Promise<number | undefined> {
  const limit = { name: 'recovery-address', points: config().RECOVERIES_PER_ADDRESS, seconds: 900 };
  return useOnce(limit, originOf(request.headers).address);
}
