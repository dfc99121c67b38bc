'use client';

import { useRef, useState } from 'react';
import type { TreeBranch } from './tree-items';

/** The address of the structure page. */
export const STRUCTURE = '/workspace/structure';

/** The branches that are open, by the id of their node. */
export type OpenBranches = Readonly<Record<string, TreeBranch>>;

/** The open branches of the tree: each loads when first opened and is kept. */
export function useBranches(start: OpenBranches) {
  const [branches, setBranches] = useState<OpenBranches>(start);
  const [loading, setLoading] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const known = useRef<OpenBranches>(start);

  function keep(id: string, branch: TreeBranch) {
    known.current = { ...known.current, [id]: branch };
    setBranches((shown) => ({ ...shown, [id]: branch }));
  }

  async function load(id: string, after: string | null): Promise<TreeBranch | null> {
    setLoading(id);
    const branch = await fetchBranch(id, after);
    setLoading(null);
    setFailed(branch === null);
    return branch;
  }

  async function open(id: string) {
    const seen = known.current[id];
    if (seen) return setBranches((shown) => ({ ...shown, [id]: seen }));
    const branch = await load(id, null);
    if (branch) keep(id, branch);
  }

  const close = (id: string) => setBranches(({ [id]: _closed, ...others }) => others);

  /** Appends the rest of a branch and returns its first line. */
  async function goOn(id: string): Promise<string | undefined> {
    const branch = branches[id];
    if (!branch?.next) return undefined;
    const more = await load(id, branch.next);
    if (!more) return undefined;
    keep(id, { items: [...branch.items, ...more.items], next: more.next });
    return more.items[0]?.id;
  }

  return { branches, loading, failed, open, close, goOn };
}

async function fetchBranch(id: string, after: string | null): Promise<TreeBranch | null> {
  try {
    const query = after ? `?${new URLSearchParams({ after })}` : '';
    const answer = await fetch(`${STRUCTURE}/${id}/branch${query}`, { cache: 'no-store' });
    return answer.ok ? ((await answer.json()) as TreeBranch) : null;
  } catch {
    return null;
  }
}
