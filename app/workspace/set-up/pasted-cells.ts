/** The cells of a text copied from a spreadsheet: tabs between columns, lines between rows; quoted cells may hold both. */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .matchAll(/("(?:[^"]|"")*"(?=[\t\n]|$)|[^\t\n]*)([\t\n]|$)/g);
  for (const [whole, cell = '', end] of cells) {
    // The end of the text matches once more, with nothing in it.
    if (whole === '' && rows.at(-1)?.length) break;
    const isQuoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"');
    rows.at(-1)?.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '') break;
    if (end === '\n') rows.push([]);
  }
  return rows;
}

/** The rows of a grid with pasted cells put in from a cell on; rows are added where there are too few. */
export function withPasted(
  rows: readonly (readonly string[])[],
  pasted: readonly (readonly string[])[],
  at: { row: number; column: number },
  width: number
): string[][] {
  const empty = () => Array.from({ length: width }, () => '');
  const all = Array.from({ length: Math.max(rows.length, at.row + pasted.length) }, (_, row) => [
    ...(rows[row] ?? empty())
  ]);
  pasted.forEach((cells, down) => {
    cells.slice(0, width - at.column).forEach((cell, right) => {
      const row = all[at.row + down];
      if (row) row[at.column + right] = cell.trim();
    });
  });
  return all;
}
