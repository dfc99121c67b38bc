'use client';

import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useEffect, useRef, useState } from 'react';
import { useListingPlace } from '../../listing/listing-place';
import { useAhead } from '../../listing/use-ahead';

interface Props {
  /** The columns of the report in their order. */
  columns: readonly { name: string; label: string }[];
  texts: {
    order: string;
    hint: string;
    /** With `{column}`. */
    earlier: string;
    /** With `{column}`. */
    later: string;
  };
}

/** The order of a report's columns: each is dragged to its place, or moved by its buttons. */
export function ColumnOrder({ columns, texts }: Props) {
  const { go } = useListingPlace();
  const [ahead, setAhead] = useAhead(columns.map(({ name }) => name).join());
  const [dragged, setDragged] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<string | null>(null);
  // Moving an element takes the focus off it.
  useEffect(() => {
    if (focused.current && ahead) list.current?.querySelector<HTMLElement>(focused.current)?.focus();
    focused.current = null;
  }, [ahead]);
  if (columns.length < 2) return null;
  const names = ahead.split(',');
  const labelOf = (name: string) => columns.find((column) => column.name === name)?.label ?? name;

  function move(name: string, to: number) {
    const others = names.filter((one) => one !== name);
    const next = [...others.slice(0, to), name, ...others.slice(to)].join();
    setAhead(next);
    go({ columns: next }, true);
  }
  const button = (name: string, at: number, side: 'earlier' | 'later') => {
    const to = at + (side === 'earlier' ? -1 : 1);
    const isOut = to < 0 || to === names.length;
    return (
      <button
        type="button"
        className="quiet icon-button small"
        data-side={side}
        aria-label={texts[side].replace('{column}', labelOf(name))}
        aria-disabled={isOut || undefined}
        onClick={() => {
          if (isOut) return;
          focused.current = `[data-column='${name}'] [data-side='${side}']`;
          move(name, to);
        }}
      >
        {side === 'earlier' ? <ArrowLeft /> : <ArrowRight />}
      </button>
    );
  };
  return (
    <fieldset className="report-order">
      <legend>{texts.order}</legend>
      <p className="support">{texts.hint}</p>
      <ul ref={list}>
        {names.map((name, at) => (
          <li
            key={name}
            draggable
            data-column={name}
            data-dragged={dragged === name || undefined}
            onDragStart={({ dataTransfer }) => {
              dataTransfer.effectAllowed = 'move';
              dataTransfer.setData('text/plain', labelOf(name));
              setDragged(name);
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged && dragged !== name) move(dragged, at);
            }}
          >
            {button(name, at, 'earlier')}
            <span>{labelOf(name)}</span>
            {button(name, at, 'later')}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
