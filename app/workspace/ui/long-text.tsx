'use client';

import { type TextareaHTMLAttributes, useRef, useState } from 'react';
import type { FieldSpec } from './field-spec';
import type { FormTexts } from './form-texts';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  id: string;
  text: string;
  field: FieldSpec;
  texts: FormTexts;
}

/** A multi-line text field; shows the remaining length near the limit, and offers lines to add. */
export function LongText({ text, field, texts, ...attributes }: Props) {
  const [typed, setTyped] = useState(text);
  const area = useRef<HTMLTextAreaElement>(null);
  const { maxLength, offered } = field;
  const left = maxLength === undefined ? undefined : maxLength - typed.length;
  const present = new Set(typed.split('\n').map((line) => line.trim()));
  const missing = offered?.lines.filter((line) => !present.has(line)) ?? [];

  function add(line: string) {
    const at = area.current;
    if (!at) return;
    const end = at.value.length;
    at.setRangeText(end === 0 || at.value.endsWith('\n') ? line : `\n${line}`, end, end, 'end');
    // The form hears of it as of any typing. The button is gone, so that the focus goes on.
    at.dispatchEvent(new Event('input', { bubbles: true }));
    at.focus();
  }

  return (
    <>
      <textarea
        {...attributes}
        ref={area}
        defaultValue={text}
        rows={field.rows ?? (field.kind === 'list' ? 6 : 4)}
        maxLength={maxLength}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {offered && missing.length > 0 && (
        <fieldset className="offered-lines">
          <legend className="hint">{offered.label}</legend>
          {missing.map((line) => (
            <button key={line} type="button" className="small" onClick={() => add(line)}>
              {line}
            </button>
          ))}
        </fieldset>
      )}
      {left !== undefined && maxLength !== undefined && (
        <p className="hint characters-left" aria-live={left < maxLength / 10 ? 'polite' : 'off'}>
          {texts.left.replace('{count}', String(left))}
        </p>
      )}
    </>
  );
}
