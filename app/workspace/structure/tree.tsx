'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { BranchLines, type TreeTexts } from './branch-lines';
import type { TreeStart } from './tree-items';
import { lineBeginning, type Move, moveOf } from './tree-keys';
import { type Line, linesOf, STRUCTURE } from './tree-lines';
import { useBranches } from './use-branches';

/** Letters typed within this time form one search (ARIA practices, type-ahead). */
const TYPING_MILLIS = 600;

/**
 * The reporting structure as a tree (ARIA practices, tree view). Branches load when they are opened. Without script it
 * is a list of links with one path open.
 */
export function Tree({ start, texts }: { start: TreeStart; texts: TreeTexts }) {
  const { branches, loading, failed, open, ...loaded } = useBranches(start.branches);
  const [active, setActive] = useState(start.at ?? start.roots.items[0]?.id ?? '');
  const [scripted, setScripted] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const typed = useRef({ text: '', at: 0 });
  useEffect(() => setScripted(true), []);

  const lines = linesOf(start.roots, branches);

  function focus(id: string) {
    setActive(id);
    list.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(id)}"]`)?.focus();
  }

  function close(id: string) {
    loaded.close(id);
    setActive(id);
  }

  async function goOn(parentId: string) {
    const first = await loaded.goOn(parentId);
    if (first) setTimeout(() => focus(first));
  }

  function act(line: Line) {
    if (line.kind === 'more') return void goOn(line.parentId);
    location.assign(`${STRUCTURE}/${line.id}`);
  }

  function press(event: KeyboardEvent) {
    const line = lines.find(({ id }) => id === active);
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveOf(event.key, line, lines, branches);
    if (move) make(move);
    else if (!typeAhead(event.key, lines.indexOf(line))) return;
    event.preventDefault();
  }

  function make(move: Move) {
    if (move.do === 'open') for (const id of move.ids) void open(id);
    else if (move.do === 'act') act(move.line);
    else if (move.do === 'close') close(move.id);
    else focus(move.id);
  }

  function typeAhead(key: string, at: number): boolean {
    if ([...key].length !== 1) return false;
    const now = Date.now();
    const text = (now - typed.current.at < TYPING_MILLIS ? typed.current.text : '') + key.toLowerCase();
    typed.current = { text, at: now };
    const line = lineBeginning(lines, text, text.length > 1 ? at : at + 1);
    if (line) focus(line.id);
    return true;
  }

  const shared = { lines, branches, texts, active, scripted, setActive, open, close, goOn };
  return (
    <div className="tree">
      <ul
        ref={list}
        role={scripted ? 'tree' : undefined}
        aria-label={texts.label}
        aria-busy={loading !== null || undefined}
        onKeyDown={scripted ? press : undefined}
      >
        <BranchLines {...shared} parentId={null} />
      </ul>
      <p role="status" className={failed ? undefined : 'visually-hidden'}>
        {loading ? texts.loading : failed ? texts.failed : ''}
      </p>
    </div>
  );
}
