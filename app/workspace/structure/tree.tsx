'use client';

import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { TreeBranch, TreeStart } from './tree-items';
import { type Line, linesOf, type OpenBranches } from './tree-lines';

export interface TreeTexts {
  label: string;
  open: string;
  close: string;
  more: string;
  loading: string;
  failed: string;
}

const ADDRESS = '/workspace/structure';
/** Letters typed within this time belong together (ARIA practices, type-ahead). */
const TYPING_MILLIS = 600;

/**
 * The reporting structure as a tree (ARIA practices, tree view). Branches come as they are opened. Without
 * script it is a list of links in which one way down is open.
 */
export function Tree({ start, texts }: { start: TreeStart; texts: TreeTexts }) {
  const [branches, setBranches] = useState<OpenBranches>(start.branches);
  const [loading, setLoading] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const [active, setActive] = useState(start.at ?? start.roots.items[0]?.id ?? '');
  const [scripted, setScripted] = useState(false);
  const known = useRef<OpenBranches>(start.branches);
  const list = useRef<HTMLUListElement>(null);
  const typed = useRef({ text: '', at: 0 });
  useEffect(() => setScripted(true), []);

  const lines = linesOf(start.roots, branches);
  const keep = (id: string, branch: TreeBranch) => {
    known.current = { ...known.current, [id]: branch };
    setBranches((shown) => ({ ...shown, [id]: branch }));
  };

  function focus(id: string) {
    setActive(id);
    list.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(id)}"]`)?.focus();
  }

  async function open(id: string) {
    const seen = known.current[id];
    if (seen) return setBranches((shown) => ({ ...shown, [id]: seen }));
    setLoading(id);
    const branch = await fetchBranch(id, null);
    setLoading(null);
    setFailed(branch === null);
    if (branch) keep(id, branch);
  }

  function close(id: string) {
    setBranches(({ [id]: _closed, ...others }) => others);
    setActive(id);
  }

  /** The rest of a branch, put below what is there. */
  async function goOn(parentId: string) {
    const branch = branches[parentId];
    if (!branch?.next) return;
    setLoading(parentId);
    const more = await fetchBranch(parentId, branch.next);
    setLoading(null);
    setFailed(more === null);
    if (!more) return;
    keep(parentId, { items: [...branch.items, ...more.items], next: more.next });
    const first = more.items[0];
    if (first) setTimeout(() => focus(first.id));
  }

  function act(line: Line) {
    if (line.kind === 'more') return void goOn(line.parentId);
    location.assign(`${ADDRESS}/${line.id}`);
  }

  function press(event: KeyboardEvent) {
    const at = lines.findIndex(({ id }) => id === active);
    const line = lines[at];
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    const handled = move(event.key, line, at) || typeAhead(event.key, at);
    if (handled) event.preventDefault();
  }

  function move(key: string, line: Line, at: number): boolean {
    const go = (place: number) => {
      const to = lines[Math.max(0, Math.min(place, lines.length - 1))];
      if (to) focus(to.id);
    };
    switch (key) {
      case 'ArrowDown':
        go(at + 1);
        return true;
      case 'ArrowUp':
        go(at - 1);
        return true;
      case 'Home':
        go(0);
        return true;
      case 'End':
        go(lines.length - 1);
        return true;
      case 'ArrowRight':
        if (line.kind === 'node' && line.item.count !== null) {
          if (branches[line.id]) go(at + 1);
          else void open(line.id);
        }
        return true;
      case 'ArrowLeft':
        if (branches[line.id]) close(line.id);
        else if (line.parentId) focus(line.parentId);
        return true;
      case 'Enter':
      case ' ':
        act(line);
        return true;
      case '*':
        for (const other of lines)
          if (other.kind === 'node' && other.parentId === line.parentId && other.item.count !== null)
            void open(other.id);
        return true;
      default:
        return false;
    }
  }

  function typeAhead(key: string, at: number): boolean {
    if ([...key].length !== 1) return false;
    const now = Date.now();
    const text = (now - typed.current.at < TYPING_MILLIS ? typed.current.text : '') + key.toLowerCase();
    typed.current = { text, at: now };
    const begin = text.length > 1 ? at : at + 1;
    const order = [...lines.slice(begin), ...lines.slice(0, begin)];
    const found = order.find((line) => line.kind === 'node' && line.item.name.toLowerCase().startsWith(text));
    if (found) focus(found.id);
    return true;
  }

  const shared = { lines, branches, texts, active, loading, scripted, setActive, open, close, goOn };
  return (
    <div className="tree">
      <ul
        ref={list}
        role={scripted ? 'tree' : undefined}
        aria-label={texts.label}
        aria-busy={loading !== null || undefined}
        onKeyDown={scripted ? press : undefined}
      >
        <Lines {...shared} parentId={null} />
      </ul>
      <p role="status" className={failed ? undefined : 'visually-hidden'}>
        {loading ? texts.loading : failed ? texts.failed : ''}
      </p>
    </div>
  );
}

interface LinesProps {
  parentId: string | null;
  lines: Line[];
  branches: OpenBranches;
  texts: TreeTexts;
  active: string;
  loading: string | null;
  scripted: boolean;
  setActive: (id: string) => void;
  open: (id: string) => Promise<void>;
  close: (id: string) => void;
  goOn: (id: string) => Promise<void>;
}

/** The lines of one branch, each with what is open below it. */
function Lines(props: LinesProps) {
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
            href={`${ADDRESS}?at=${line.parentId}&after=${line.after}`}
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
                href={`${ADDRESS}?at=${isOpen ? (line.parentId ?? '') : line.id}`}
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
              <a className="tree-name" href={`${ADDRESS}/${line.id}`} tabIndex={scripted ? -1 : undefined}>
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
            <Lines {...props} parentId={line.id} />
          </ul>
        )}
      </li>
    );
  });
}

async function fetchBranch(id: string, after: string | null): Promise<TreeBranch | null> {
  try {
    const query = after ? `?${new URLSearchParams({ after })}` : '';
    const answer = await fetch(`${ADDRESS}/${id}/branch${query}`, { cache: 'no-store' });
    return answer.ok ? ((await answer.json()) as TreeBranch) : null;
  } catch {
    return null;
  }
}
