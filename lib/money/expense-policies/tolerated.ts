import { percentOf, unitsOf } from './exact';
import type { PolicyTolerance } from './policy-version';
import type { FindingLevel } from './rule-kinds';

const ORDER: readonly FindingLevel[] = ['note', 'explain', 'refuse'];

/** The stricter of two levels. */
export const isStricter = (a: FindingLevel, b: FindingLevel) => ORDER.indexOf(a) > ORDER.indexOf(b);

/**
 * What a rule does about an amount over its limit (C1.025, CD.64): nothing up to the least tolerance, at most an
 * explanation up to the most, all that the rule says above it. With several tolerances the strictest counts; without
 * one, any excess.
 */
export function toleratedLevel(
  level: FindingLevel,
  { limit, over }: { limit: bigint; over: bigint },
  tolerances: readonly PolicyTolerance[]
): FindingLevel | null {
  if (over <= 0n) return null;
  if (tolerances.length === 0) return level;
  const isWithin = (of: 'minimum' | 'maximum') =>
    tolerances.every((one) => over <= (one.kind === 'percent' ? percentOf(limit, one[of]) : unitsOf(one[of])));
  if (isWithin('minimum')) return null;
  if (isWithin('maximum')) return isStricter(level, 'explain') ? 'explain' : level;
  return level;
}
