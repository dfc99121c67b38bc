import { originOf } from '../../core/http/origin';
import { config } from '../../core/server/config';
import { useOnce } from '../../core/server/rate-limit';

/** Counts federated sign-ins by address: the seconds to wait, or undefined. */
export function tooManyFederatedSignIns(request: { headers: Headers }): Promise<number | undefined> {
  const limit = { name: 'federated-address', points: config().FEDERATED_STARTS_PER_ADDRESS, seconds: 300 };
  return useOnce(limit, originOf(request.headers).address);
}
