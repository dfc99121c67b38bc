'use client';

import type { EditorTexts } from './editor-state';
import type { Division } from './splitting';

interface Props {
  by: Division;
  divided: boolean;
  /** Whether the splits can use amounts. */
  switchable: boolean;
  full: boolean;
  /** Whether a remainder is left. */
  left: boolean;
  texts: EditorTexts;
}

/** The actions on all splits, each a submit button. */
export function EditorTools({ by, divided, switchable, full, left, texts }: Props) {
  const step = (value: string, label: string, keys?: string) => (
    <button type="submit" name="then" value={value} aria-keyshortcuts={keys}>
      {label}
    </button>
  );
  return (
    <div className="split-tools">
      {full ? <p className="hint">{texts.tooMany}</p> : step('add', texts.add, 'Alt+Enter')}
      {divided && step('even', texts.even)}
      {divided && left && step('rest', texts.rest)}
      {divided && switchable && (
        <fieldset className="split-by">
          <legend>{texts.by}</legend>
          {(['amount', 'percent'] as const).map((unit) => (
            <button key={unit} type="submit" name="then" value={`by.${unit}`} aria-pressed={by === unit}>
              {unit === 'amount' ? texts.byAmount : texts.byPercent}
            </button>
          ))}
        </fieldset>
      )}
      <details className="split-keys">
        <summary>{texts.keys}</summary>
        <dl>
          {texts.shortcuts.map(([keys, does]) => (
            <div key={keys}>
              <dt>
                {keys.split('+').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
