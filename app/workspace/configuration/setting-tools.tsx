'use client';

import { type ReactNode, useId, useState } from 'react';
import { FieldFilter } from '../ui/field-filter';
import { SectionIndex } from '../ui/section-index';

interface Props {
  /** The sections in order, each with the id of its heading's frame. */
  sections: readonly { id: string; label: string; fields: readonly string[] }[];
  /** Each field with the words it is found by, in lower case, and whether its value is set here. */
  fields: Readonly<Record<string, { words: string; isSet: boolean }>>;
  texts: { sections: string; search: string; onlySet: string; none: string };
  children: ReactNode;
}

/** A search over the settings of a form, a filter of those set here, and links to its sections. */
export function SettingTools({ sections, fields, texts, children }: Props) {
  const [text, setText] = useState('');
  const [onlySet, setOnlySet] = useState(false);
  const id = useId();
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = (name: string) => {
    const field = fields[name];
    return !field || ((!onlySet || field.isSet) && words.every((word) => field.words.includes(word)));
  };
  const shown = sections.filter((section) => section.fields.some(fits));
  return (
    <div className="indexed">
      <div className="indexed-tools">
        <div className="field">
          <label htmlFor={id}>{texts.search}</label>
          <input
            id={id}
            type="search"
            value={text}
            maxLength={80}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <label className="choice">
          <input type="checkbox" checked={onlySet} onChange={({ target }) => setOnlySet(target.checked)} />
          <span>{texts.onlySet}</span>
        </label>
        <SectionIndex label={texts.sections} sections={shown} />
        <p role="status">{shown.length === 0 ? texts.none : ''}</p>
      </div>
      <FieldFilter value={fits}>{children}</FieldFilter>
    </div>
  );
}
