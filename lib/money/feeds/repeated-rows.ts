/**
 * The bits for each expected row, and the number of bits that a row sets: one row in a thousand is a false positive.
 */
const BITS_A_ROW = 16;
const HASHES = 4;
const FEWEST_BITS = 2 ** 16;
const MOST_BITS = 2 ** 29;

/**
 * Counts equal rows of a file of any length in little memory. The first pass marks digests that may repeat (a Bloom
 * filter, which never misses one); the second pass counts only those.
 */
export class RepeatedRows {
  private readonly bits: Uint8Array;
  private readonly mask: number;
  private readonly counts = new Map<string, number>();

  constructor(expectedRows: number) {
    const wanted = Math.max(FEWEST_BITS, Math.min(MOST_BITS, expectedRows * BITS_A_ROW));
    const size = 2 ** Math.ceil(Math.log2(wanted));
    this.bits = new Uint8Array(size / 8);
    this.mask = size - 1;
  }

  /** First pass. */
  note(digest: string): void {
    let seen = true;
    for (let hash = 0; hash < HASHES; hash++) {
      const bit = Number.parseInt(digest.slice(hash * 8, hash * 8 + 8), 16) & this.mask;
      const [byte, place] = [bit >>> 3, 1 << (bit & 7)];
      if (((this.bits[byte] as number) & place) === 0) {
        seen = false;
        this.bits[byte] = (this.bits[byte] as number) | place;
      }
    }
    if (seen) this.counts.set(digest, 0);
  }

  /** Second pass, in the same order: the number of a row among its equals, from 1 on. */
  occurrence(digest: string): number {
    const before = this.counts.get(digest);
    if (before === undefined) return 1;
    this.counts.set(digest, before + 1);
    return before + 1;
  }
}
