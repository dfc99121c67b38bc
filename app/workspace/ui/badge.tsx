import type { ReactNode } from 'react';

/** The soft colours of the workspace (tokens.css); no brand changes them. */
export type Tint = 'neutral' | 'green' | 'amber' | 'red' | 'blue' | 'violet';

const TINTS = { neutral: 'neutral', good: 'green', warning: 'amber', bad: 'red', info: 'blue' } as const;

/** A state in one or two words; the colour only supports the text. */
export function Badge({ tone = 'neutral', children }: { tone?: keyof typeof TINTS; children: ReactNode }) {
  return <span className={`tag tint-${TINTS[tone]}`}>{children}</span>;
}
