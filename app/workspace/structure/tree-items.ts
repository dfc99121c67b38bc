import type { Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { seenNode } from '@/lib/directory/structure/nodes';
import {
  type Branch,
  branchFrom,
  COUNTED_CHILDREN,
  stepsTo,
  type TreeNode,
  treeBranch,
  treeRoots
} from '@/lib/directory/structure/tree';

/** A node for the tree's client component, in the reader's language. */
export interface TreeItem {
  id: string;
  name: string;
  /** Kind, number or card number. */
  detail: string;
  /** Closed, suspended and so on; null if active. */
  state: string | null;
  /** The number of children in words; null for none. */
  count: string | null;
}

export interface TreeBranch {
  items: TreeItem[];
  /** The cursor of the next part. */
  next: string | null;
}

/** The initial tree: its roots, and the open branches by node id. */
export interface TreeStart {
  roots: TreeBranch;
  branches: Record<string, TreeBranch>;
  /** The requested node. */
  at: string | null;
}

export function treeItem(t: Translate, node: TreeNode): TreeItem {
  const { kind, number, cardNumber, state, status, children } = node;
  const marked = number ?? cardNumber ?? '';
  const closed =
    state && state !== 'active'
      ? t(`account.state.${state}`)
      : status === 'closed'
        ? t('structure.status.closed')
        : null;
  return {
    id: node.id,
    name: node.name2 ? `${node.name1} ${node.name2}` : node.name1,
    detail: `${t(`node.kind.${kind}`)} ${marked}`.trim(),
    state: closed,
    count: countOf(t, children)
  };
}

function countOf(t: Translate, children: number): string | null {
  if (children === 0) return null;
  return children < COUNTED_CHILDREN ? t('structure.below.count', { count: children }) : `${COUNTED_CHILDREN - 1}+`;
}

export const treeItems = (t: Translate, { nodes, next }: Branch): TreeBranch => ({
  items: nodes.map((node) => treeItem(t, node)),
  next
});

/** The tree opened down to one node; without a node, its roots. */
export async function treeStart(principal: Principal, t: Translate, at: string | null): Promise<TreeStart> {
  const roots = treeItems(t, await treeRoots(principal));
  const branches: TreeStart['branches'] = {};
  const node = at ? await seenNode(principal, at) : null;
  if (!node) {
    const [only, ...others] = roots.items;
    // A single root is opened, since it is the only choice.
    if (only && others.length === 0) {
      const root = await seenNode(principal, only.id);
      if (root) branches[only.id] = treeItems(t, await treeBranch(principal, root));
    }
    return { roots, branches, at: null };
  }
  const steps = (await stepsTo(principal, node)).flatMap(({ id }) => (id === null ? [] : [id]));
  for (const [place, id] of steps.entries()) {
    const child = await seenNode(principal, steps[place + 1] ?? node.id);
    if (child) branches[id] = treeItems(t, await branchFrom(principal, { ...child, parentId: id }));
  }
  branches[node.id] = treeItems(t, await treeBranch(principal, node));
  return { roots, branches, at: node.id };
}
