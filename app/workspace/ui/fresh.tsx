'use client';

import { Fragment, type ReactNode, useState } from 'react';

/**
 * Begins anew whenever the server has rendered its page again: what was typed, told or opened before a save that
 * led back to the same page is over. `rendered` is another one each time; the first has a key of its own, by which
 * React finds a form's state after a post without script.
 */
export function Fresh({ rendered, children }: { rendered: string; children: ReactNode }) {
  const [first] = useState(rendered);
  return <Fragment key={rendered === first ? 'first' : rendered}>{children}</Fragment>;
}
