'use client';

import { type Ref, useImperativeHandle, useRef } from 'react';
import { Collection } from 'react-aria-components/Collection';
import { Link } from 'react-aria-components/Link';
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import { Chevron, type LineOf, linesIn, MoreLine } from './tree-rows';

/** A line of a `LinkTree`. */
export interface LinkNode {
  id: string;
  label: string;
  /** What supports the label, such as a number. */
  detail?: string | undefined;
  /** What is unusual about it, such as "Closed". */
  state?: string | undefined;
  /** How many lines are inside, in words. */
  count?: string | undefined;
  href: string;
  /** Whether it has lines inside, loaded or not. */
  opens: boolean;
  inside: LinkNode[];
  /** The label of the last line of an incomplete branch: it loads the rest of it. */
  more?: string | undefined;
}

/** Moves the focus to a line. */
export interface TreeFocus {
  focus: (id: string) => void;
}

interface Props {
  label: string;
  nodes: LinkNode[];
  open: ReadonlySet<string>;
  onOpen: (open: ReadonlySet<string>) => void;
  /** Loads the rest of a branch. */
  onMore: (id: string) => void;
  ref?: Ref<TreeFocus>;
}

/** A tree of links. The arrow keys move, open and close, letters find a line by its label, and Enter follows it. */
export function LinkTree({ label, nodes, open, onOpen, onMore, ref }: Props) {
  const tree = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    focus: (id) => tree.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`)?.focus()
  }));
  return (
    <Tree
      ref={tree}
      aria-label={label}
      className="tree-rows"
      items={nodes}
      dependencies={[open]}
      expandedKeys={open}
      onExpandedChange={(keys) => onOpen(new Set([...keys].map(String)))}
    >
      {function line(node: LineOf<LinkNode>) {
        const { loads } = node;
        if (loads) return <MoreLine id={node.id} label={node.label} onMore={() => onMore(loads)} />;
        return (
          <TreeItem
            id={node.id}
            href={node.href}
            textValue={node.label}
            aria-label={[node.label, node.detail, node.state].filter(Boolean).join(', ')}
            className="tree-row"
            hasChildItems={node.opens}
          >
            <TreeItemContent>
              <LinkLine node={node} />
            </TreeItemContent>
            <Collection items={linesIn(node, open.has(node.id))} dependencies={[open]}>
              {line}
            </Collection>
          </TreeItem>
        );
      }}
    </Tree>
  );
}

function LinkLine({ node: { label, detail, state, count, href, opens } }: { node: LinkNode }) {
  return (
    <>
      <Chevron opens={opens} />
      <span className="tree-row-text">
        <Link href={href} className="tree-row-label">
          {label}
        </Link>
        {detail && <span className="support">{detail}</span>}
        {state && <span className="tag tag-neutral">{state}</span>}
        {count && <span className="support figure tree-row-note">{count}</span>}
      </span>
    </>
  );
}
