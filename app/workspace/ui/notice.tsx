import type { ReactNode } from 'react';
import { newId } from '@/lib/core/secrets/ids';
import { Fresh } from './fresh';
import { Told } from './told';

const ROLES = { success: 'status', problem: 'alert', hint: undefined } as const;

/** A message that stands out: what was done, what went wrong, what to mind. */
export function Notice({ kind, children }: { kind: keyof typeof ROLES; children: ReactNode }) {
  return (
    <div className={`message message-${kind}`} role={ROLES[kind]}>
      {children}
    </div>
  );
}

/**
 * Tells what was just done, or with `problem` what was not, by the `done` parameter of the page's address, and takes the
 * focus; `texts` are those that the page can tell, any other value tells nothing.
 */
export function DoneNotice({
  query,
  texts,
  kind = 'success'
}: {
  query: Record<string, string | string[] | undefined>;
  texts: Record<string, string>;
  kind?: 'success' | 'problem';
}) {
  const { done } = query;
  if (typeof done !== 'string' || !Object.hasOwn(texts, done)) return null;
  return (
    <Fresh rendered={newId()}>
      <Told className={`message message-${kind}`} role={ROLES[kind]}>
        {texts[done]}
      </Told>
    </Fresh>
  );
}
