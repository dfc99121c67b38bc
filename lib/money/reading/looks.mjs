import sharp from 'sharp';

/** The side of a picture as it is compared, in pixels. */
const SIDE = 384;
/** Ink is darker than the mean of its surroundings of this radius, by so much. */
const AROUND = 8;
const DARKER = 28;
/** By how many degrees a paper may lie askew, and how finely that is told. */
const MOST_DEGREES = 6;
const STEP_DEGREES = 0.5;
/** The cells of a side of the grid. */
const GRID = 16;
/** A picture with less ink than this many points says nothing. */
const LEAST_INK = 400;

/** @typedef {readonly [number, number]} Point */

/**
 * What a picture of a receipt looks like, as 256 digits of 0 and 1: the cells of its text that have more ink than the
 * median, once the text lies straight. Copies that were saved again, resized or turned a little differ in few of them.
 * Null for a picture that has too little on it.
 *
 * @param {Uint8Array} bytes a JPG or PNG
 * @returns {Promise<string | null>}
 */
export async function looksOf(bytes) {
  const { data, info } = await sharp(bytes)
    .rotate()
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(SIDE, SIDE, { fit: 'inside' })
    .normalise()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const ink = inkOf(data, info);
  return ink.length < LEAST_INK ? null : gridOf(straightened(ink));
}

/**
 * The points that are darker than what is around them, by the sums of all points above and left of each.
 *
 * @param {Buffer} data
 * @param {{ width: number, height: number }} size
 * @returns {Point[]}
 */
function inkOf(data, { width, height }) {
  const wide = width + 1;
  const sums = new Float64Array(wide * (height + 1));
  /** @param {number} x @param {number} y */
  const sumAt = (x, y) => Number(sums[y * wide + x]);
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += Number(data[y * width + x]);
      sums[(y + 1) * wide + x + 1] = sumAt(x + 1, y) + row;
    }
  }
  /** @type {Point[]} */
  const ink = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - AROUND), Math.min(width, x + AROUND + 1)];
      const [top, bottom] = [Math.max(0, y - AROUND), Math.min(height, y + AROUND + 1)];
      const sum = sumAt(right, bottom) - sumAt(right, top) - sumAt(left, bottom) + sumAt(left, top);
      if (Number(data[y * width + x]) < sum / ((right - left) * (bottom - top)) - DARKER) ink.push([x, y]);
    }
  return ink;
}

/**
 * The points turned so that the lines of the text are level: then they lie in the fewest rows.
 *
 * @param {readonly Point[]} ink
 * @returns {Point[]}
 */
function straightened(ink) {
  let [best, most] = [0, -1];
  for (let degrees = -MOST_DEGREES; degrees <= MOST_DEGREES; degrees += STEP_DEGREES) {
    /** @type {Map<number, number>} */
    const rows = new Map();
    for (const point of ink) {
      const row = Math.round(turned(point, degrees)[1]);
      rows.set(row, (rows.get(row) ?? 0) + 1);
    }
    const gathered = [...rows.values()].reduce((sum, count) => sum + count * count, 0);
    if (gathered > most) [best, most] = [degrees, gathered];
  }
  return ink.map((point) => turned(point, best));
}

/** @param {Point} point @param {number} degrees @returns {Point} */
function turned([x, y], degrees) {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [x * cosine + y * sine, y * cosine - x * sine];
}

/**
 * Which cells of a grid over the points have more of them than the median; single points at the edge don't count.
 *
 * @param {readonly Point[]} points
 */
function gridOf(points) {
  const [left, right] = spanOf(points.map(([x]) => x));
  const [top, bottom] = spanOf(points.map(([, y]) => y));
  const cells = new Float64Array(GRID * GRID);
  for (const [x, y] of points) {
    const across = ((x - left) / (right - left)) * GRID - 0.5;
    const down = ((y - top) / (bottom - top)) * GRID - 0.5;
    // A point counts in the four cells next to it by its distance, so that a small shift changes little.
    for (const column of [Math.floor(across), Math.floor(across) + 1])
      for (const row of [Math.floor(down), Math.floor(down) + 1])
        if (column >= 0 && column < GRID && row >= 0 && row < GRID)
          cells[row * GRID + column] =
            Number(cells[row * GRID + column]) + (1 - Math.abs(across - column)) * (1 - Math.abs(down - row));
  }
  const median = Number([...cells].sort((one, other) => one - other)[(GRID * GRID) / 2]);
  return Array.from(cells, (count) => (count > median ? '1' : '0')).join('');
}

/**
 * From where to where all but the outermost hundredths of values are.
 *
 * @param {number[]} values
 * @returns {[number, number]}
 */
function spanOf(values) {
  values.sort((one, other) => one - other);
  /** @param {number} share */
  const at = (share) => Number(values[Math.floor((values.length - 1) * share)]);
  return [at(0.01), at(0.99) + 1];
}
