'use client';

import { useRef } from 'react';
import { type LinkNode, LinkTree, type TreeFocus } from '../ui/link-tree';
import type { TreeBranch, TreeStart } from './tree-items';
import { type OpenBranches, STRUCTURE, useBranches } from './use-branches';

interface Props {
  start: TreeStart;
  texts: Record<'failed' | 'label' | 'loading' | 'more', string>;
}

/** The reporting structure as a tree, whose branches load when they are opened (C1.015, C2.007). */
export function Tree({ start, texts }: Props) {
  const { branches, loading, failed, open, close, goOn } = useBranches(start.branches);
  const tree = useRef<TreeFocus>(null);
  const opened = new Set(Object.keys(branches));

  function change(next: ReadonlySet<string>) {
    for (const id of next) if (!opened.has(id)) void open(id);
    for (const id of opened) if (!next.has(id)) close(id);
  }

  async function more(id: string) {
    const first = await goOn(id);
    if (first) setTimeout(() => tree.current?.focus(first));
  }

  return (
    <>
      <LinkTree
        ref={tree}
        label={texts.label}
        nodes={nodesOf(start.roots, branches, texts.more)}
        open={opened}
        onOpen={change}
        onMore={more}
      />
      <p role="status" className={failed ? undefined : 'visually-hidden'}>
        {loading ? texts.loading : failed ? texts.failed : ''}
      </p>
    </>
  );
}

const nodesOf = ({ items }: TreeBranch, branches: OpenBranches, more: string): LinkNode[] =>
  items.map(({ id, name, detail, state, count }) => {
    const branch = branches[id];
    return {
      id,
      label: name,
      detail,
      href: `${STRUCTURE}/${id}`,
      opens: count !== null,
      ...(state !== null && { state }),
      ...(count !== null && { count }),
      inside: branch ? nodesOf(branch, branches, more) : [],
      ...(branch?.next && { more })
    };
  });
