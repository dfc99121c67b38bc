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

/**
 * Lets pieces of work that wait at the same time be done together: those that come while others are worked on are next.
 * Nothing waits for further ones to come: a piece that comes alone is worked on alone, at once. What `work` throws, all of
 * its pieces get.
 */
export function together<Piece, Result>({
  keyOf,
  most,
  work
}: Together<Piece, Result>): (piece: Piece) => Promise<Result> {
  let waiting: Waiting<Piece, Result>[] = [];
  let isWorking = false;

  const take = (): Waiting<Piece, Result>[] => {
    const taken = new Map<string, Waiting<Piece, Result>>();
    waiting = waiting.filter((one) => {
      if (taken.size === most || taken.has(one.key)) return true;
      taken.set(one.key, one);
      return false;
    });
    return [...taken.values()];
  };
  const workOff = async () => {
    isWorking = true;
    // What comes in the same turn of the event loop comes along.
    for (await setImmediate(); waiting.length > 0; await setImmediate()) {
      const taken = take();
      try {
        const results = await work(taken.map(({ piece }) => piece));
        for (const [at, { resolve }] of taken.entries()) resolve(results[at] as Result);
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    isWorking = false;
  };
  return (piece) =>
    new Promise((resolve, reject) => {
      waiting.push({ piece, key: keyOf(piece), resolve, reject });
      if (!isWorking) void workOff();
    });
}
