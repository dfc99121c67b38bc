import { keyedHash } from '../../core/secrets/keys';
import type { Word } from './words';

/** How many hashes stand for a receipt. Two receipts with 60 of 100 numbers in common have one in common but for 1 in 1,500. */
export const MARKS = 8;
/** The bits of a mark that are its hash; those above say which of the eight it is. */
const HASH_BITS = 27;

/** The numbers of at least two digits on a receipt, without what stands between their digits. */
export const numbersOf = (words: readonly Word[]): Set<string> =>
  new Set(words.map(({ text }) => text.replace(/\D/g, '')).filter((digits) => digits.length >= 2));

/**
 * Eight marks of the numbers on a receipt of an issuer: of each of eight keyed hashes the least over all numbers (MinHash,
 * Broder 1997). None without any number. They tell nobody without the key a number.
 */
export function marksOf(issuerId: string, numbers: ReadonlySet<string>): number[] {
  if (numbers.size === 0) return [];
  const hashes = [...numbers].map((number) => keyedHash('receipt-marks', `${issuerId}/${number}`));
  return Array.from({ length: MARKS }, (_, at) => {
    const least = Math.min(...hashes.map((hash) => hash.readUInt32BE(4 * at) >>> (32 - HASH_BITS)));
    return at * 2 ** HASH_BITS + least;
  });
}
