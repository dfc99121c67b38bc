'use client';

import { useEffect, useRef, useState } from 'react';

const PAUSE_MILLIS = 200;

interface Props {
  find: (query: Record<string, string> | null) => Promise<void>;
  texts: Record<'search' | 'onlyAssigned', string>;
}

/** Narrows the tree to a list: the places that a text finds, or those with an assignment of their own. */
export function PlacesFilter({ find, texts }: Props) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState('');
  const [onlyAssigned, setOnlyAssigned] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  function narrow(query: Record<string, string> | null) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void find(query), PAUSE_MILLIS);
  }

  return (
    <search className="places-filter">
      <input
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        value={text}
        maxLength={80}
        autoComplete="off"
        onChange={({ target: { value } }) => {
          setText(value);
          setOnlyAssigned(false);
          narrow(value.trim() ? { text: value.trim() } : null);
        }}
      />
      <label className="choice">
        <input
          type="checkbox"
          checked={onlyAssigned}
          onChange={({ target: { checked } }) => {
            setOnlyAssigned(checked);
            setText('');
            narrow(checked ? { assigned: 'yes' } : null);
          }}
        />
        <span>{texts.onlyAssigned}</span>
      </label>
    </search>
  );
}
