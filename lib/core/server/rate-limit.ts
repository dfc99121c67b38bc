import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { databasePool, type Transaction } from '../database/database';

const limiters = new Map<string, RateLimiterPostgres>();

export interface Limit {
  name: string;
  /** The number allowed in `seconds`. */
  points: number;
  seconds: number;
}

// Counted in the database, so that all processes share the count and restarts keep it.
function limiter({ name, points, seconds }: Limit): RateLimiterPostgres {
  let limiter = limiters.get(name);
  if (!limiter) {
    limiter = new RateLimiterPostgres({
      storeClient: databasePool(),
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds
    });
    limiters.set(name, limiter);
  }
  return limiter;
}

const LONGEST_KEY = 100;

/**
 * The counted form of a key. An IPv6 address counts as its /64, since its owner has all of that (RFC 4291 section
 * 2.5.4); one that represents an IPv4 address counts as that (RFC 4291 section 2.5.5.2). A long key counts as its hash.
 */
export function limitKey(key: string): string {
  if (isIP(key) !== 6) return key.length > LONGEST_KEY ? createHash('sha256').update(key).digest('hex') : key;
  // The URL parser normalizes addresses: lower case, hexadecimal, `::` for the longest run of zeros.
  const { hostname } = new URL(`http://[${key.split('%')[0]}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, 4).join(':')}::/64`;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** Counts one use by `key`; returns the seconds to wait if the limit is exceeded, else undefined. */
export async function useOnce(limit: Limit, key: string): Promise<number | undefined> {
  try {
    await limiter(limit).consume(limitKey(key));
    return undefined;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000);
    throw refusal;
  }
}

/** The seconds `key` must wait, or undefined; counts nothing. */
export async function waitFor(limit: Limit, key: string): Promise<number | undefined> {
  const state = await limiter(limit).get(limitKey(key));
  return state && state.consumedPoints >= limit.points ? Math.ceil(state.msBeforeNext / 1000) : undefined;
}

/**
 * As `waitFor`, for work that counts its use at its end: others with the same key wait until this transaction ends, so
 * that two at the same moment don't both find the last use free.
 */
export async function waitForAlone(tx: Transaction, limit: Limit, key: string): Promise<number | undefined> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`limit/${limit.name}/${limitKey(key)}`}, 0))`;
  return waitFor(limit, key);
}
