'use client';

import './search-field.css';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Suggestion } from './suggestion';

interface Props {
  /** The label. */
  label: string;
  /** The announcements for no result and for the number of results, with `{count}` in it. */
  texts: { button: string; nothing: string; found: string };
  /** The initial value. */
  text?: string;
  kind?: string;
  /** Whether it is the page's main search field. */
  isMain?: boolean;
}

const PAUSE_MILLIS = 120;

/**
 * The search field: it posts the text and never puts it into an address. With script it suggests records while the user
 * types (ARIA 1.2 combobox); arrow keys select one, Enter opens it or all results.
 */
export function SearchField({ label, texts, text = '', kind, isMain = false }: Props) {
  const { offered, active, setActive, find, close } = useSuggestions();
  const list = useId();
  const isOpen = offered !== null && offered.length > 0;

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (!isOpen || event.nativeEvent.isComposing) return;
    const last = offered.length - 1;
    const moves: Record<string, () => void> = {
      ArrowDown: () => setActive(active >= last ? -1 : active + 1),
      ArrowUp: () => setActive(active < 0 ? last : active - 1),
      Escape: close,
      Enter: () => {
        const chosen = offered[active];
        if (chosen) location.assign(chosen.href);
      }
    };
    const move = moves[event.key];
    if (!move || (event.key === 'Enter' && active < 0)) return;
    event.preventDefault();
    move();
  }

  return (
    <search className={isMain ? 'search-main' : 'bar-search'} aria-label={isMain ? texts.button : label}>
      <form method="post" action="/workspace/search/find" className="search-form">
        {kind && <input type="hidden" name="kind" value={kind} />}
        <div className="combobox">
          <input
            type="search"
            name="q"
            defaultValue={text}
            data-search={isMain ? undefined : ''}
            role="combobox"
            aria-label={label}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? list : undefined}
            aria-activedescendant={isOpen && active >= 0 ? `${list}-${active}` : undefined}
            placeholder={label}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => find(event.currentTarget.value)}
            onKeyDown={press}
            onBlur={close}
          />
          {isOpen && <SuggestionList id={list} label={label} suggestions={offered} active={active} />}
        </div>
        {isMain && (
          <button type="submit" className="primary">
            {texts.button}
          </button>
        )}
      </form>
      <p className="visually-hidden" role="status">
        {offered === null
          ? ''
          : offered.length === 0
            ? texts.nothing
            : texts.found.replace('{count}', String(offered.length))}
      </p>
    </search>
  );
}

/** The records that are offered for what was typed, and which of them is chosen; -1: none. */
function useSuggestions() {
  const [offered, setOffered] = useState<Suggestion[] | null>(null);
  const [active, setActive] = useState(-1);
  const asked = useRef<AbortController | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function find(typed: string) {
    clearTimeout(timer.current);
    asked.current?.abort();
    setActive(-1);
    if (typed.trim().length < 2) return setOffered(null);
    timer.current = setTimeout(async () => {
      asked.current = new AbortController();
      const suggestions = await ask(typed, asked.current.signal);
      if (suggestions) setOffered(suggestions);
    }, PAUSE_MILLIS);
  }

  const close = () => setOffered(null);

  return { offered, active, setActive, find, close };
}

interface SuggestionListProps {
  id: string;
  label: string;
  suggestions: Suggestion[];
  active: number;
}

/** What is offered; the focus stays in the field, where keys are handled. */
function SuggestionList({ id, label, suggestions, active }: SuggestionListProps) {
  return (
    <div id={id} role="listbox" aria-label={label} className="combobox-list">
      {suggestions.map((one, index) => (
        // The focus stays in the field; keys are handled there.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div
          key={`${one.kind} ${one.id}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => location.assign(one.href)}
          className="suggestion"
        >
          <span className="suggestion-name">{one.name}</span>
          <span className="suggestion-detail">{[one.kind, one.detail].filter(Boolean).join(' · ')}</span>
        </div>
      ))}
    </div>
  );
}

/** The records for the typed text; undefined if a newer request started or the request failed. */
async function ask(q: string, signal: AbortSignal): Promise<Suggestion[] | undefined> {
  try {
    const answer = await fetch('/workspace/search/suggestions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ q }),
      signal
    });
    return answer.ok ? ((await answer.json()) as Suggestion[]) : undefined;
  } catch {
    return undefined;
  }
}
