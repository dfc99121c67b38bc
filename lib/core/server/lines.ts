/** Who holds turns of one key, and who waits for them. */
interface Line {
  held: Set<string>;
  waiting: { holder: string; begin: () => void }[];
}

/** A turn that was not given back counts as given back after this, in milliseconds. */
const LONGEST_TURN = 60_000;

/** Lets a few at once in by key; the others wait, first come first served. Nothing stays of a key that nobody uses. */
export class Lines {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly atOnce: number) {}

  /** Resolves once `holder` has a turn, to what gives it back. A holder that has one doesn't need another. */
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
