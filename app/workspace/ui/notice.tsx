import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { newId } from '@/lib/core/secrets/ids';
import { Fresh } from './fresh';
import { Told } from './told';

const ROLES = { success: 'status', problem: 'alert', hint: undefined } as const;

/** A highlighted message: a success, a problem or a hint. */
export function Notice({ kind, children }: { kind: keyof typeof ROLES; children: ReactNode }) {
  return (
    <div className={`message message-${kind}`} role={ROLES[kind]}>
      {children}
    </div>
  );
}

/**
 * Shows the success, or with `problem` the failure, named by the `parameter` of the page's address, and takes the
 * focus. Only keys of `texts` are shown. A page that answers a post shows the outcome of that post, not an earlier one.
 */
export async function DoneNotice({
  query,
  texts,
  parameter = 'done',
  kind = 'success'
}: {
  query: Record<string, string | string[] | undefined>;
  texts: Record<string, ReactNode>;
  parameter?: string;
  kind?: 'success' | 'problem';
}) {
  const done = query[parameter];
  if (typeof done !== 'string' || !Object.hasOwn(texts, done)) return null;
  if ((await headers()).get('x-method') === 'POST') return null;
  return (
    <Fresh rendered={newId()}>
      <Told parameter={parameter} className={`message message-${kind}`} role={ROLES[kind]}>
        {texts[done]}
      </Told>
    </Fresh>
  );
}
