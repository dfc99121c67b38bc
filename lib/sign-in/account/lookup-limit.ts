import { originOf } from '../../core/http/origin';
import { config } from '../../core/server/config';
import { useOnce } from '../../core/server/rate-limit';

const limitOf =
  (name: string) =>
  (request: { headers: Headers }): Promise<number | undefined> =>
    useOnce({ name, points: config().LOOKUPS_PER_ADDRESS, seconds: 300 }, originOf(request.headers).address);

/** Counts look-ups by user id for each address: the seconds to wait, or undefined. */
export const tooManyLookups = limitOf('lookup-address');

/** Counts passkey challenges separately, because every visit to a sign-in page requests one. */
export const tooManyPasskeyChallenges = limitOf('passkey-challenge-address');
