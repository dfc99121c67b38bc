import type { TreeBranch, TreeItem } from './tree-items';

/** The address of the structure page. */
export const STRUCTURE = '/workspace/structure';

/** The branches that are open, by the id of their node. */
export type OpenBranches = Readonly<Record<string, TreeBranch>>;

/** A visible line of the tree: a node, or "more" at the end of an incomplete branch. */
export type Line =
  | { kind: 'node'; id: string; parentId: string | null; level: number; item: TreeItem }
  | { kind: 'more'; id: string; parentId: string; level: number; after: string };

/** The lines from top to bottom. */
export function linesOf(roots: TreeBranch, branches: OpenBranches): Line[] {
  const lines: Line[] = [];
  const add = ({ items, next }: TreeBranch, parentId: string | null, level: number): void => {
    for (const item of items) {
      lines.push({ kind: 'node', id: item.id, parentId, level, item });
      const branch = branches[item.id];
      if (branch) add(branch, item.id, level + 1);
    }
    if (next && parentId) lines.push({ kind: 'more', id: `more-${parentId}`, parentId, level, after: next });
  };
  add(roots, null, 1);
  return lines;
}
