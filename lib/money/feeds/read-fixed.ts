import type { FileRecord } from './record';
import { UnreadableFile } from './unreadable';

/** Where a source stands in a line: from `from` to before `to`. */
export interface LinePlace {
  from: number;
  to: number;
}

/** The places of sources such as `12-19`, counted from 1. */
export const placesOf = (sources: readonly string[]): LinePlace[] =>
  sources.map((source) => {
    const [from = '', to = from] = source.split('-');
    return { from: Number(from) - 1, to: Number(to) };
  });

/** Records of fixed-width lines; a line that ends before a place has nothing there. */
export const fixedRecords = (lines: readonly string[], places: readonly LinePlace[], first: number): FileRecord[] =>
  lines.map((raw, at) => {
    // A character beyond the first 65 536 is one, though it is held as two.
    const signs = /[\uD800-\uDFFF]/.test(raw) ? [...raw] : null;
    const cell = ({ from, to }: LinePlace) => signs?.slice(from, to).join('') ?? raw.slice(from, to);
    return { number: first + at, raw, cells: places.map((place) => cell(place) || undefined) };
  });

/**
 * Watches the lengths of a file's lines: where all lines are equally long, but one with other than ASCII characters is
 * so in bytes alone, places are counted in bytes, and what stands behind such a character would be read from the wrong
 * ones. @throws UnreadableFile
 */
export function lengthWatch(): (lines: readonly string[], first: number) => void {
  let length = 0;
  let odd: { record: number; bytes: number } | null = null;
  let uneven = false;
  return (lines, first) => {
    if (uneven) return;
    for (const [at, line] of lines.entries()) {
      const bytes = Buffer.byteLength(line);
      if (bytes === line.length) {
        uneven = length > 0 && length !== bytes;
        length ||= bytes;
      } else if ([...line].length !== length) odd ??= { record: first + at, bytes };
      if (uneven) return;
    }
    if (odd && odd.bytes === length)
      throw new UnreadableFile({ code: 'feed.places.bytes', params: { record: odd.record } });
  };
}
