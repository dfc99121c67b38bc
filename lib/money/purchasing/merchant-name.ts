import type { Controls } from './controls';

/** The fewest characters of a merchant's name that can be told apart. */
export const LEAST_NAME = 3;

/**
 * A merchant's name as it is compared: without marks, in capital letters, other signs as one space. A name in a script
 * other than the Latin one folds to nothing, because terminals send Latin letters.
 */
export const foldedName = (name: string): string =>
  IS_FOLDED.test(name)
    ? name
    : name
        .normalize('NFKD')
        .replaceAll(/\p{M}/gu, '')
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]+/g, ' ')
        .trim();

/** Most terminals send names that are so already. */
const IS_FOLDED = /^[A-Z0-9]+(?: [A-Z0-9]+)*$/;

type Rule = NonNullable<Controls['merchantName']>;

const MATCHES: Record<Rule['match'], (asked: string, name: string) => boolean> = {
  starts: (asked, name) => asked.startsWith(name),
  contains: (asked, name) => asked.includes(name),
  equals: (asked, name) => asked === name
};

/** Whether a merchant's name is one of those of a rule (C3.067). */
export function isNamed({ match, names }: Rule, asked: string): boolean {
  const folded = foldedName(asked);
  const isLike = (name: string) => name.length >= LEAST_NAME && MATCHES[match](folded, name);
  return folded !== '' && names.some((name) => isLike(foldedName(name)));
}
