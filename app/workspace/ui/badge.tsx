import type { ReactNode } from 'react';

/** A state in one or two words; the colour only supports the text. */
export function Badge({
  tone = 'neutral',
  children
}: {
  tone?: 'neutral' | 'good' | 'warning' | 'bad';
  children: ReactNode;
}) {
  return <span className={`tag tag-${tone}`}>{children}</span>;
}
