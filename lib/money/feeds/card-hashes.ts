import { cardNumberHash } from '../../directory/structure/card-number';

const MOST_CARDS_KEPT = 200_000;

/** Hashes card numbers and caches the hashes, because the same cards recur. */
export function cardHashes(): (digits: string) => Buffer {
  const known = new Map<string, Buffer>();
  return (digits) => {
    let hash = known.get(digits);
    if (!hash) {
      hash = Buffer.from(cardNumberHash(digits));
      if (known.size >= MOST_CARDS_KEPT) known.clear();
      known.set(digits, hash);
    }
    return hash;
  };
}
