/** The holders of a key's turns, and those who wait. */
interface Line {
  held: Set<string>;
  waiting: { holder: string; begin: () => void }[];
}

/** A turn that isn't returned expires after this, in milliseconds. */
const LONGEST_TURN = 60_000;

/** Admits a few at once by key; the others wait, first come first served. Unused keys take no memory. */
export class Lines {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly atOnce: number) {}

  /** Resolves once `holder` has a turn, to the function that returns it. A holder needs only one turn. */
  async take(key: string, holder: string): Promise<() => void> {
    const line = this.lines.get(key) ?? { held: new Set(), waiting: [] };
    this.lines.set(key, line);
    if (line.held.has(holder)) return () => {};
    if (line.held.size < this.atOnce) line.held.add(holder);
    else await new Promise<void>((begin) => line.waiting.push({ holder, begin }));
    const giveBack = () => this.giveBack(key, line, holder);
    const forgotten = setTimeout(giveBack, LONGEST_TURN).unref();
    return () => {
      clearTimeout(forgotten);
      giveBack();
    };
  }

  private giveBack(key: string, line: Line, holder: string): void {
    if (!line.held.delete(holder)) return;
    const next = line.waiting.shift();
    if (next) {
      line.held.add(next.holder);
      next.begin();
    } else if (line.held.size === 0) this.lines.delete(key);
  }
}
