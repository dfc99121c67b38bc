import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Experiment {
  /** Its number in docs/security/experiments.md, such as `X07`. */
  id: string;
  /** The attempt, in one sentence. */
  tries: string;
  /** The pass line: what must be true afterwards. */
  passes: string;
  /** The longest it may take, in seconds. */
  seconds?: number;
}

/** The outcome of an experiment, as run.mjs reads it. */
export interface Outcome extends Experiment {
  held: boolean;
  /** The measured values, or the missed pass line. */
  measured: string;
  took: number;
}

/**
 * Declares one abuse or fault experiment. `run` does it against a real server on the loopback interface, throws when
 * the pass line is missed, and gives what it measured for docs/security/experiments.md.
 */
export function experiment({ seconds = 60, ...declared }: Experiment, run: () => Promise<string>): void {
  test(
    `${declared.id} ${declared.tries}`,
    async () => {
      const began = performance.now();
      const keep = (held: boolean, measured: string) =>
        write({ ...declared, seconds, held, measured, took: (performance.now() - began) / 1_000 });
      try {
        keep(true, await run());
      } catch (error) {
        keep(false, plain(error));
        throw error;
      }
    },
    seconds * 1_000
  );
}

function write(outcome: Outcome): void {
  const folder = process.env.EXPERIMENTS_FOLDER;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${outcome.id}.json`), JSON.stringify(outcome));
}

/** The first lines of an error, without the colours that Jest gives them. */
const plain = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI colours begin with ESC
    .replace(/\u001b\[\d+m/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 3)
    .join(' ');

/** Runs a function `count` times, at most `width` at once; returns the results in order. */
export async function times<T>(count: number, width: number, one: (n: number) => Promise<T>): Promise<T[]> {
  const results = new Array<T>(count);
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const n = next++;
      results[n] = await one(n);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
  return results;
}

/** How often each value occurs, as `200 × 12, 429 × 8`. */
export function tally(values: readonly (string | number)[]): string {
  const counts = new Map<string | number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([value, count]) => `${value} × ${count}`)
    .join(', ');
}

/** The value below which `share` of the numbers lie. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
