'use client';

import './tree.css';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Button, TreeItem, TreeItemContent } from 'react-aria-components/Tree';

/** What every node of a tree has. */
interface TreeNode<Node> {
  id: string;
  label: string;
  /** Whether it has lines inside, loaded or not. */
  opens: boolean;
  inside: Node[];
  /** The label of the last line of an incomplete branch: it loads the rest of it. */
  more?: string | undefined;
}

/** A line of a tree: a node, or the one that loads more of a branch; null: of the top. */
export type LineOf<Node> = Node & { loads?: string | null };

/** The beginning of the ids of lines that load more. */
export const MORE = 'more/';

/**
 * The lines in a node, and the one that loads more of them. The library opens by keys what has lines inside: a closed
 * node has a line that is never shown, loaded or not.
 */
export function linesIn<Node extends TreeNode<Node>>(node: Node, isOpen: boolean): LineOf<Node>[] {
  const { id, inside, more, opens } = node;
  const other = (otherId: string, label: string) => ({
    ...node,
    id: otherId,
    label,
    opens: false,
    inside: [],
    more: undefined
  });
  if (!isOpen) return opens ? [other(`closed/${id}`, '')] : [];
  return more ? [...inside, { ...other(MORE + id, more), loads: id }] : inside;
}

/** The line that loads more of a branch. */
export const MoreLine = ({ id, label, onMore }: { id: string; label: string; onMore: () => void }) => (
  <TreeItem id={id} textValue={label} className="tree-row" onAction={onMore}>
    <TreeItemContent>
      <span className="tree-row-more">{label}</span>
    </TreeItemContent>
  </TreeItem>
);

/** The button that opens a line, or the space that it would take. */
export const Chevron = ({ opens }: { opens: boolean }) =>
  opens ? (
    <Button slot="chevron" className="tree-row-chevron">
      <ChevronRight />
    </Button>
  ) : (
    <span className="tree-row-chevron" />
  );
