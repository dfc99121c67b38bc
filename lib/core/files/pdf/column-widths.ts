/** What a column would like to be, in points. */
export interface WantedWidth {
  /** As wide as its longest text. */
  whole: number;
  /** As wide as its longest word. */
  least: number;
}

/** How much wider than its texts a column of a narrow table is at most. */
const MOST_STRETCH = 1.3;

/** The widths of columns on a page of a width: each whole if they fit, or what is left by need beyond the longest words. */
export function columnWidths(wanted: readonly WantedWidth[], available: number): number[] {
  const sum = (of: (width: WantedWidth) => number) => wanted.reduce((total, width) => total + of(width), 0);
  const [whole, least] = [sum((width) => width.whole), sum((width) => width.least)];
  if (whole <= available) {
    const stretch = Math.min(MOST_STRETCH, available / whole);
    return wanted.map((width) => width.whole * stretch);
  }
  if (least >= available) return wanted.map((width) => (width.least * available) / least);
  const share = (available - least) / (whole - least);
  return wanted.map((width) => width.least + (width.whole - width.least) * share);
}
