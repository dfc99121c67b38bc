import { percentOf, unitsOf } from './exact';
import type { PolicyTolerance } from './policy-version';
import type { FindingLevel } from './rule-kinds';

const ORDER: readonly FindingLevel[] = ['note', 'explain', 'refuse'];

/** The stricter of two levels. */
export const isStricter = (a: FindingLevel, b: FindingLevel) => ORDER.indexOf(a) > ORDER.indexOf(b);

/**
 * What a rule does about amounts over its limit (C1.025, CD.64), by how much they are over: nothing up to the least
 * tolerance, at most an explanation up to the most, all that the rule says above it. With several tolerances the
 * strictest counts; without one, any excess.
 */
export function toleratedLevels(
  level: FindingLevel,
  limit: bigint,
  tolerances: readonly PolicyTolerance[]
): (over: bigint) => FindingLevel | null {
  if (tolerances.length === 0) return (over) => (over > 0n ? level : null);
  const bound = (of: 'minimum' | 'maximum') =>
    tolerances
      .map((one) => (one.kind === 'percent' ? percentOf(limit, one[of]) : unitsOf(one[of])))
      .sort((one, other) => (one < other ? -1 : 1))[0] ?? 0n;
  const [minimum, maximum] = [bound('minimum'), bound('maximum')];
  const eased = isStricter(level, 'explain') ? 'explain' : level;
  return (over) => {
    if (over <= 0n || over <= minimum) return null;
    return over <= maximum ? eased : level;
  };
}
