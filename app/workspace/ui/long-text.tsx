'use client';

import { type TextareaHTMLAttributes, useState } from 'react';
import type { FieldSpec } from './field-spec';
import type { FormTexts } from './form-texts';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  id: string;
  text: string;
  field: FieldSpec;
  texts: FormTexts;
}

/** A multi-line text field; shows the remaining length near the limit. */
export function LongText({ text, field, texts, ...attributes }: Props) {
  const [length, setLength] = useState(text.length);
  const { maxLength } = field;
  const left = maxLength === undefined ? undefined : maxLength - length;
  return (
    <>
      <textarea
        {...attributes}
        defaultValue={text}
        rows={field.rows ?? (field.kind === 'list' ? 6 : 4)}
        maxLength={maxLength}
        onInput={(event) => setLength(event.currentTarget.value.length)}
      />
      {left !== undefined && maxLength !== undefined && (
        <p className="hint characters-left" aria-live={left < maxLength / 10 ? 'polite' : 'off'}>
          {texts.left.replace('{count}', String(left))}
        </p>
      )}
    </>
  );
}
