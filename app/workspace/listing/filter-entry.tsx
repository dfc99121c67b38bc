'use client';

import { type FormEvent, lazy, Suspense, useId } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import type { FilterTexts } from './filter-chip';
import type { FilterSpec } from './filter-spec';

const DatePicker = lazy(() => import('../ui/date-picker'));

/** A dialog takes the focus itself unless something within has it. */
const focusAtOnce = (element: HTMLElement | null) => element?.focus();

interface EntryProps {
  filter: FilterSpec;
  texts: FilterTexts;
  onChange: (changes: Record<string, string>) => void;
}

/** The content of the pop-over: choices and named ranges apply at once, typed values by Enter or the button. */
export default function FilterEntry({ filter, texts, onChange }: EntryProps) {
  const { name, label, kind, value, from, to, choices, ranges, fault } = filter;
  const id = useId();
  const typed = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(([key, entry]) => [key, String(entry).trim()]);
    onChange(Object.fromEntries(entries));
  };
  if (kind === 'choice')
    return (
      <Choices
        label={label}
        choices={choices ?? []}
        chosen={value}
        onChoose={(choice) => onChange({ [name]: choice })}
      />
    );
  const input = (key: string, text: string, held: string, isFirst: boolean) => (
    <div className="field">
      <label htmlFor={`${id}-${key}`}>{text}</label>
      <input
        id={`${id}-${key}`}
        name={key}
        type="text"
        inputMode={kind === 'numbers' ? 'decimal' : undefined}
        defaultValue={held}
        maxLength={200}
        autoComplete="off"
        ref={isFirst ? focusAtOnce : undefined}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
      />
    </div>
  );
  const day = (key: string, text: string, held: string) => (
    <DatePicker
      name={key}
      label={text}
      value={held}
      invalid={fault !== undefined}
      describedBy={fault ? `${id}-fault` : undefined}
    />
  );
  return (
    <>
      {ranges && (
        <Choices
          label={label}
          choices={ranges.map((range) => ({ value: `${range.from}/${range.to}`, label: range.label }))}
          chosen={`${from}/${to}`}
          onChoose={(choice) => {
            const [first = '', last = ''] = choice.split('/');
            onChange({ [`${name}.from`]: first, [`${name}.to`]: last });
          }}
        />
      )}
      <form className="pop-form" onSubmit={typed}>
        {kind === 'text' && input(name, label, value, true)}
        {kind === 'numbers' && (
          <div className="pop-range">
            {input(`${name}.from`, texts.from, from, true)}
            {input(`${name}.to`, texts.to, to, false)}
          </div>
        )}
        {kind === 'days' && (
          <div className="pop-range">
            <Suspense>
              {day(`${name}.from`, texts.from, from)}
              {day(`${name}.to`, texts.to, to)}
            </Suspense>
          </div>
        )}
        {fault && (
          <p className="field-error" id={`${id}-fault`}>
            {fault}
          </p>
        )}
        <button type="submit" className="primary">
          {texts.apply}
        </button>
      </form>
    </>
  );
}

interface ChoicesProps {
  label: string;
  choices: readonly { value: string; label: string }[];
  chosen: string;
  onChoose: (value: string) => void;
}

const Choices = ({ label, choices, chosen, onChoose }: ChoicesProps) => (
  <ListBox
    aria-label={label}
    className="menu-list"
    autoFocus
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={choices.some(({ value }) => value === chosen) ? [chosen] : []}
    onSelectionChange={(keys) => {
      const [key] = keys === 'all' ? [] : [...keys];
      if (key !== undefined) onChoose(String(key));
    }}
  >
    {choices.map((choice) => (
      <ListBoxItem key={choice.value} id={choice.value} className="menu-item">
        {choice.label}
      </ListBoxItem>
    ))}
  </ListBox>
);
