import { percentOf, unitsOf } from './exact';
import type { PolicyTolerance } from './policy-version';
import type { FindingLevel } from './rule-kinds';

const ORDER: readonly FindingLevel[] = ['note', 'explain', 'refuse'];

/** The stricter of two levels. */
export const isStricter = (a: FindingLevel, b: FindingLevel) => ORDER.indexOf(a) > ORDER.indexOf(b);

/** From an excess on that is above `above`, in ten-thousandths, a rule does what its level says. */
export interface Tolerated {
  above: bigint;
  level: FindingLevel;
}

/**
 * What a rule does about amounts over its limit (C1.025, CD.64), by how much they are over: nothing up to the least
 * tolerance, at most an explanation up to the most, all that the rule says above it. With several tolerances the
 * strictest counts; without one, any excess. The strictest level comes first: the first that is passed counts.
 */
export function toleratedLevels(
  level: FindingLevel,
  limit: bigint,
  tolerances: readonly PolicyTolerance[]
): readonly Tolerated[] {
  if (tolerances.length === 0) return [{ above: 0n, level }];
  const bound = (of: 'minimum' | 'maximum') =>
    tolerances
      .map((one) => (one.kind === 'percent' ? percentOf(limit, one[of]) : unitsOf(one[of])))
      .sort((one, other) => (one < other ? -1 : 1))[0] ?? 0n;
  const least = greater(bound('minimum'), 0n);
  const eased = isStricter(level, 'explain') ? 'explain' : level;
  return [
    { above: greater(bound('maximum'), least), level },
    { above: least, level: eased }
  ];
}

const greater = (one: bigint, other: bigint) => (one > other ? one : other);
