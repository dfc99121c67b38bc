import { setImmediate } from 'node:timers/promises';

/** Work that is cheaper for several pieces at once. */
interface Together<Piece, Result> {
  /** Pieces of one key are worked on one after the other. */
  keyOf: (piece: Piece) => string;
  /** The number of pieces that are worked on at once. */
  most: number;
  /** Works on several pieces, of different keys, and gives their results in the same order. */
  work: (pieces: readonly Piece[]) => Promise<readonly Result[]>;
}

interface Waiting<Piece, Result> {
  piece: Piece;
  key: string;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** One lane reads while the other one's writes reach the disk. */
const LANES = 2;

/**
 * Lets pieces of work that wait at the same time be done together. Nothing waits for further ones to come: a piece that
 * comes alone is worked on alone, at once. What `work` throws, all of its pieces get.
 */
export function together<Piece, Result>({
  keyOf,
  most,
  work
}: Together<Piece, Result>): (piece: Piece) => Promise<Result> {
  let waiting: Waiting<Piece, Result>[] = [];
  const busy = new Set<string>();
  let lanes = 0;
  let working = 0;

  const take = (): Waiting<Piece, Result>[] => {
    // The other lane gets its share, so that both are at work.
    const share = Math.min(most, Math.ceil(waiting.length / (LANES - working)));
    const taken: Waiting<Piece, Result>[] = [];
    waiting = waiting.filter((one) => {
      if (taken.length === share || busy.has(one.key)) return true;
      busy.add(one.key);
      taken.push(one);
      return false;
    });
    return taken;
  };
  const workOff = async () => {
    lanes += 1;
    // What comes in the same turn of the event loop comes along.
    for (await setImmediate(); waiting.some(({ key }) => !busy.has(key)); await setImmediate()) {
      const taken = take();
      working += 1;
      try {
        const results = await work(taken.map(({ piece }) => piece));
        for (const [at, { resolve }] of taken.entries()) resolve(results[at] as Result);
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
      working -= 1;
      for (const { key } of taken) busy.delete(key);
    }
    lanes -= 1;
  };
  return (piece) =>
    new Promise((resolve, reject) => {
      waiting.push({ piece, key: keyOf(piece), resolve, reject });
      if (lanes < LANES) void workOff();
    });
}
