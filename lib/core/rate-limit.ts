import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { databasePool } from './database';

const limiters = new Map<string, RateLimiterPostgres>();

export interface Limit {
  name: string;
  /** How many in `seconds`. */
  points: number;
  seconds: number;
}

// Counted in the database: every process counts together, and a restart forgets nothing.
function limiter({ name, points, seconds }: Limit): RateLimiterPostgres {
  let found = limiters.get(name);
  if (!found) {
    found = new RateLimiterPostgres({
      storeClient: databasePool(),
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds
    });
    limiters.set(name, found);
  }
  return found;
}

/** Counts one use by `key`; resolves to the seconds to wait when the limit is passed, else undefined. */
export async function useOnce(limit: Limit, key: string): Promise<number | undefined> {
  try {
    await limiter(limit).consume(key);
    return undefined;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000);
    throw refusal;
  }
}

/** The seconds `key` must wait, or undefined; counts nothing. */
export async function waitFor(limit: Limit, key: string): Promise<number | undefined> {
  const state = await limiter(limit).get(key);
  return state && state.consumedPoints >= limit.points ? Math.ceil(state.msBeforeNext / 1000) : undefined;
}
