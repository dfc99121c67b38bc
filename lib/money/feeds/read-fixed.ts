import type { FileRecord } from './record';
import { UnreadableFile } from './unreadable';

/** The position of a source in a line: from `from` to before `to`. */
export interface LinePlace {
  from: number;
  to: number;
}

/** Parses sources such as `12-19`, counted from 1. */
export const placesOf = (sources: readonly string[]): LinePlace[] =>
  sources.map((source) => {
    const [from = '', to = from] = source.split('-');
    return { from: Number(from) - 1, to: Number(to) };
  });

/** Records of fixed-width lines; fields beyond the end of a line are empty. */
export const fixedRecords = (lines: readonly string[], places: readonly LinePlace[], first: number): FileRecord[] =>
  lines.map((raw, at) => {
    // A character beyond the first 65 536 counts as one, although it is stored as two.
    const signs = /[\uD800-\uDFFF]/.test(raw) ? [...raw] : null;
    const cell = ({ from, to }: LinePlace) => signs?.slice(from, to).join('') ?? raw.slice(from, to);
    return { number: first + at, raw, cells: places.map((place) => cell(place) || undefined) };
  });

/**
 * Checks the lengths of a file's lines. If they are equal only when non-ASCII characters count as bytes, places count
 * bytes, and fields after such a character would be read from wrong positions. @throws UnreadableFile
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
