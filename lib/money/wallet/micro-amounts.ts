import { keyedHash } from '../../core/secrets/keys';

/** The amounts of two micro-entries of an account, whichever comes first, as a hash that only this server can make. */
export function amountsHash(
  issuerId: string,
  accountId: string,
  cents: readonly [number, number]
): Buffer<ArrayBuffer> {
  const [low, high] = [Math.min(...cents), Math.max(...cents)];
  return keyedHash('wallet-micro-entries', `${issuerId}/${accountId}/${low}/${high}`);
}
