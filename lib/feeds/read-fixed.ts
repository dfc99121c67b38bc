import type { FileRecord } from './record';

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
  lines.map((raw, at) => ({
    number: first + at,
    raw,
    cells: places.map(({ from, to }) => raw.slice(from, to) || undefined)
  }));
