'use client';

import './tree.css';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Collection } from 'react-aria-components/Collection';
import { Button, Checkbox, Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';

/** A line of a `CheckTree`. */
export interface CheckNode {
  id: string;
  label: string;
  /** What supports the label, such as a number. */
  detail?: string | undefined;
  /** `inherited`: ticked because of a line above it, so that it can't be changed by itself. */
  state: 'on' | 'off' | 'inherited';
  /** Why it is as it is, such as "From North". */
  note?: string | undefined;
  fault?: string | undefined;
  /** Whether it has lines inside, loaded or not. */
  opens: boolean;
  inside: CheckNode[];
  /** The label of the last line of an incomplete branch: it loads the rest of it. */
  more?: string | undefined;
}

interface Props {
  label: string;
  nodes: CheckNode[];
  /** The label of the last line, if there are more lines at the top. */
  more?: string | undefined;
  open: ReadonlySet<string>;
  onOpen: (open: ReadonlySet<string>) => void;
  /** Called with the lines whose tick changes. */
  onToggle: (ids: readonly string[]) => void;
  /** Loads the rest of a branch, or of the top. */
  onMore: (id: string | null) => void;
  isReadOnly?: boolean;
}

/** A line of the tree: a node, or the one that loads more of a branch. */
type Line = CheckNode & { loads?: string | null };

const MORE = 'more/';

/**
 * A tree whose lines are ticked one by one. The arrow keys move and open, Space ticks, letters find a line by its label.
 */
export function CheckTree({ label, nodes, more, open, onOpen, onToggle, onMore, isReadOnly = false }: Props) {
  const all = withinAll(nodes);
  const ticked = all.filter(({ state }) => state !== 'off').map(({ id }) => id);
  const fixed = all.filter(({ state }) => isReadOnly || state === 'inherited').map(({ id }) => id);
  const incomplete = [...all.filter((node) => node.more).map(({ id }) => id), ''].map((id) => MORE + id);

  function select(selected: 'all' | Set<unknown>) {
    // Ticking everything at once would be lost among so many lines.
    if (selected === 'all') return;
    const changed = all.filter(({ id, state }) => selected.has(id) !== (state !== 'off'));
    if (changed.length > 0) onToggle(changed.map(({ id }) => id));
  }

  return (
    <Tree
      aria-label={label}
      className="tree-rows"
      items={linesOf(nodes, more, null)}
      selectionMode="multiple"
      selectionBehavior="toggle"
      escapeKeyBehavior="none"
      selectedKeys={ticked}
      onSelectionChange={select}
      disabledKeys={[...fixed, ...incomplete]}
      disabledBehavior="selection"
      expandedKeys={open}
      onExpandedChange={(keys) => onOpen(new Set([...keys].map(String)))}
    >
      {function line(node: Line) {
        if (node.loads !== undefined)
          return (
            <TreeItem
              id={node.id}
              textValue={node.label}
              className="tree-row"
              onAction={() => onMore(node.loads ?? null)}
            >
              <TreeItemContent>
                <span className="tree-row-more">{node.label}</span>
              </TreeItemContent>
            </TreeItem>
          );
        return (
          <TreeItem
            id={node.id}
            textValue={node.label}
            aria-label={[node.label, node.detail, node.note, node.fault].filter(Boolean).join(', ')}
            className="tree-row"
            hasChildItems={node.opens}
          >
            <TreeItemContent>
              <CheckLine node={node} />
            </TreeItemContent>
            <Collection items={linesOf(node.inside, node.more, node.id)}>{line}</Collection>
          </TreeItem>
        );
      }}
    </Tree>
  );
}

function CheckLine({ node: { label, detail, state, note, fault, opens } }: { node: CheckNode }) {
  return (
    <>
      {opens ? (
        <Button slot="chevron" className="tree-row-chevron">
          <ChevronRight />
        </Button>
      ) : (
        <span className="tree-row-chevron" />
      )}
      <Checkbox slot="selection" className={`check-tree-box${state === 'inherited' ? ' check-tree-inherited' : ''}`}>
        <span className="check-tree-mark" aria-hidden="true" />
      </Checkbox>
      <span className="tree-row-text">
        <span className="tree-row-label">{label}</span>
        {detail && <span className="support">{detail}</span>}
        {note && <span className="support tree-row-note">{note}</span>}
        {fault && <span className="tree-row-fault">{fault}</span>}
      </span>
    </>
  );
}

function linesOf(nodes: CheckNode[], more: string | undefined, id: string | null): Line[] {
  if (!more) return nodes;
  return [...nodes, { id: MORE + (id ?? ''), label: more, state: 'off', opens: false, inside: [], loads: id }];
}

const withinAll = (nodes: readonly CheckNode[]): CheckNode[] =>
  nodes.flatMap((node) => [node, ...withinAll(node.inside)]);
