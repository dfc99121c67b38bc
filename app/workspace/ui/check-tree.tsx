'use client';

import { Collection } from 'react-aria-components/Collection';
import { Checkbox, Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import { Chevron, type LineOf, linesIn, MORE, MoreLine } from './tree-rows';

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
      items={linesAtTop(nodes, more)}
      dependencies={[open]}
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
      {function line(node: LineOf<CheckNode>) {
        const { loads } = node;
        if (loads !== undefined) return <MoreLine id={node.id} label={node.label} onMore={() => onMore(loads)} />;
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
            <Collection items={linesIn(node, open.has(node.id))} dependencies={[open]}>
              {line}
            </Collection>
          </TreeItem>
        );
      }}
    </Tree>
  );
}

function CheckLine({ node: { label, detail, state, note, fault, opens } }: { node: CheckNode }) {
  return (
    <>
      <Chevron opens={opens} />
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

const linesAtTop = (nodes: CheckNode[], more: string | undefined): LineOf<CheckNode>[] =>
  more ? [...nodes, { id: MORE, label: more, state: 'off', opens: false, inside: [], loads: null }] : nodes;

const withinAll = (nodes: readonly CheckNode[]): CheckNode[] =>
  nodes.flatMap((node) => [node, ...withinAll(node.inside)]);
