import type { TextKey } from './generated/text-key';

/** A key of the product's texts: every one there is in English, which is every one there is. */
export type { TextKey };

/** What stands after a prefix in the keys that begin with it. */
export type KeyAfter<Prefix extends string> = TextKey extends infer Key
  ? Key extends `${Prefix}${infer Rest}`
    ? Rest
    : never
  : never;

type Dotted<Code extends string> = Code extends `${infer Head}_${infer Tail}` ? `${Head}.${Dotted<Tail>}` : Code;

/** A code as keys have it: `org_point` is `org.point`. */
export const dotted = <Code extends string>(code: Code) => code.replaceAll('_', '.') as Dotted<Code>;

type Undotted<Words extends string> = Words extends `${infer Head}.${infer Tail}` ? `${Head}_${Undotted<Tail>}` : Words;

/** The codes that have their words after a prefix: `org_point` where the key ends with `org.point`. */
export type CodeAfter<Prefix extends string> = Undotted<KeyAfter<Prefix>>;
