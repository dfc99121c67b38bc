'use client';

import { Fragment, type ReactNode, useState } from 'react';

/**
 * Resets its content whenever the server has rendered the page again: typed text, notices and open parts from before a
 * save are cleared. `rendered` differs each time; the first has a fixed key, by which React finds a form's state after
 * a post without script.
 */
export function Fresh({ rendered, children }: { rendered: string; children: ReactNode }) {
  const [first] = useState(rendered);
  return <Fragment key={rendered === first ? 'first' : rendered}>{children}</Fragment>;
}
