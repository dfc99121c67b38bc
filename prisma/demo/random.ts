/** A repeatable source of chance: the same words give the same numbers, on every machine. */
export interface Chance {
  /** A whole number of 0 to 2³² − 1. */
  bits(): number;
  /** A number of 0 up to 1, without 1. */
  next(): number;
  /** A whole number of `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** Whether something of this probability happens. */
  happens(probability: number): boolean;
  /** One of a list. @throws when it is empty */
  one<T>(list: readonly T[]): T;
  /** A number of the normal distribution with mean 0 and deviation 1. */
  normal(): number;
}

/** 32 bits that hang on every bit of `a` and `b` (the finalizer of MurmurHash3). */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * The chance that belongs to a seed and some words, by the generator sfc32: parts of the world that have
 * words of their own don't change when another part draws more.
 */
export function chanceOf(seed: number, ...words: (string | number)[]): Chance {
  let key = mix(seed, words.length);
  for (const character of words.join('\0')) key = mix(key, character.codePointAt(0) as number);
  let [a, b, c, counter] = [key, mix(key, 1), mix(key, 2), 1];
  const bits = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round++) bits();
  const next = () => bits() / 4294967296;
  return {
    bits,
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    happens: (probability) => next() < probability,
    one: (list) => {
      if (list.length === 0) throw new Error('nothing to choose from');
      return list[Math.floor(next() * list.length)] as (typeof list)[number];
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  };
}

/** Draws an index as often as its weight says, in a time that doesn't grow with the list (Vose's alias method). */
export function weighted(weights: ArrayLike<number>): (chance: Chance) => number {
  const count = weights.length;
  const total = Array.from(weights).reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0)) throw new Error('weights that sum to nothing');
  const share = Float64Array.from(weights, (weight) => (weight * count) / total);
  const other = new Uint32Array(count);
  const [small, large]: [number[], number[]] = [[], []];
  share.forEach((value, index) => {
    (value < 1 ? small : large).push(index);
  });
  while (small.length > 0 && large.length > 0) {
    const [low, high] = [small.pop() as number, large.at(-1) as number];
    other[low] = high;
    share[high] = (share[high] as number) + (share[low] as number) - 1;
    if ((share[high] as number) < 1) small.push(large.pop() as number);
  }
  // What is left is 1 but for the rounding.
  for (const index of [...small, ...large]) share[index] = 1;
  return (chance) => {
    const place = chance.next() * count;
    const index = Math.floor(place);
    return place - index < (share[index] as number) ? index : (other[index] as number);
  };
}

const hex = Array.from({ length: 65536 }, (_, number) => number.toString(16).padStart(4, '0'));

/** The UUIDv7 (RFC 9562) of an instant in milliseconds, its other bits drawn. */
export function drawnId(chance: Chance, millis: number): string {
  const high = Math.floor(millis / 65536);
  const [a, b, c] = [chance.bits(), chance.bits(), chance.bits()];
  return (
    `${hex[high >>> 16]}${hex[high & 0xffff]}-${hex[millis % 65536]}-${hex[0x7000 | (a >>> 20)]}` +
    `-${hex[0x8000 | (a & 0x3fff)]}-${hex[b >>> 16]}${hex[b & 0xffff]}${hex[c >>> 16]}`
  );
}

/** 128 drawn bits as 32 hexadecimal digits. */
export function drawnHex(chance: Chance): string {
  let text = '';
  for (let word = 0; word < 4; word++) {
    const bits = chance.bits();
    text += `${hex[bits >>> 16]}${hex[bits & 0xffff]}`;
  }
  return text;
}

/** Splits `total` into whole parts by weight that sum to it exactly, each `least` or more. */
export function shared(total: number, weights: readonly number[], least = 0): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const free = total - least * weights.length;
  if (free < 0) throw new Error(`${total} is too little for ${weights.length} parts of ${least}`);
  const exact = weights.map((weight) => (weight / sum) * free);
  const parts = exact.map((part) => Math.floor(part) + least);
  const byRest = exact.map((part, index) => ({ rest: part - Math.floor(part), index }));
  byRest.sort((one, two) => two.rest - one.rest || one.index - two.index);
  let missing = total - parts.reduce((all, part) => all + part, 0);
  for (const { index } of byRest) {
    if (missing-- <= 0) break;
    parts[index] = (parts[index] as number) + 1;
  }
  return parts;
}
