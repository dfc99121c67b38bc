'use client';

import type { MouseEvent } from 'react';
import { type Line, type OpenBranches, STRUCTURE } from './tree-lines';

export interface TreeTexts {
  label: string;
  open: string;
  close: string;
  more: string;
  loading: string;
  failed: string;
}

interface Props {
  parentId: string | null;
  lines: Line[];
  branches: OpenBranches;
  texts: TreeTexts;
  active: string;
  scripted: boolean;
  setActive: (id: string) => void;
  open: (id: string) => Promise<void>;
  close: (id: string) => void;
  goOn: (id: string) => Promise<void>;
}

/** The lines of one branch, each with its open branch. */
export function BranchLines(props: Props) {
  const { parentId, lines, branches, texts, active, scripted, setActive, open, close, goOn } = props;
  const own = lines.filter((line) => line.parentId === parentId);
  return own.map((line, place) => {
    const isOpen = branches[line.id] !== undefined;
    const opens = line.kind === 'node' && line.item.count !== null;
    const unlessModified = (work: () => void) => (event: MouseEvent) => {
      if (!scripted || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      setActive(line.id);
      work();
    };
    const aria = scripted && {
      role: 'treeitem',
      tabIndex: line.id === active ? 0 : -1,
      'aria-level': line.level,
      'aria-posinset': place + 1,
      'aria-setsize': own.length,
      'aria-expanded': opens ? isOpen : undefined,
      'aria-label':
        line.kind === 'node'
          ? [line.item.name, line.item.detail, line.item.state].filter(Boolean).join(', ')
          : texts.more
    };
    return (
      <li
        key={line.id}
        data-line={line.id}
        {...aria}
        onFocus={(event) => event.target === event.currentTarget && setActive(line.id)}
      >
        {line.kind === 'more' ? (
          <a
            className="tree-more"
            href={`${STRUCTURE}?at=${line.parentId}&after=${line.after}`}
            tabIndex={scripted ? -1 : undefined}
            onClick={unlessModified(() => void goOn(line.parentId))}
          >
            {texts.more}
          </a>
        ) : (
          <div className="tree-line">
            {opens ? (
              <a
                className="tree-toggle"
                href={`${STRUCTURE}?at=${isOpen ? (line.parentId ?? '') : line.id}`}
                tabIndex={scripted ? -1 : undefined}
                onClick={unlessModified(() => (isOpen ? close(line.id) : void open(line.id)))}
              >
                <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
                <span className="visually-hidden">{`${isOpen ? texts.close : texts.open} ${line.item.name}`}</span>
              </a>
            ) : (
              <span className="tree-toggle" />
            )}
            <div className="tree-text">
              <a className="tree-name" href={`${STRUCTURE}/${line.id}`} tabIndex={scripted ? -1 : undefined}>
                {line.item.name}
              </a>
              <span className="tree-detail">{line.item.detail}</span>
              {line.item.state && <span className="tag tag-neutral">{line.item.state}</span>}
              {line.item.count && <span className="tree-count">{line.item.count}</span>}
            </div>
          </div>
        )}
        {isOpen && (
          <ul role={scripted ? 'group' : undefined}>
            <BranchLines {...props} parentId={line.id} />
          </ul>
        )}
      </li>
    );
  });
}
