'use client';

import { type FormEvent, lazy, Suspense, useId, useState } from 'react';
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

/** The content of the pop-over: how the filter compares, and the entry for that. */
export default function FilterEntry({ filter, texts, onChange }: EntryProps) {
  const { comparisons } = filter;
  const [chosen, setChosen] = useState<FilterSpec['is'] | null>(null);
  const is = chosen ?? filter.is;
  const compared = { ...filter, is };
  // Another comparison begins without the values of the one before, unless both have a range.
  const begun = is === filter.is || filter.from || filter.to ? compared : { ...compared, value: '' };
  return (
    <>
      {comparisons.length > 1 && (
        <div className="pop-form">
          <label className="field">
            {texts.compare}
            <select value={is} onChange={({ target }) => setChosen(target.value as typeof is)}>
              {comparisons.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      <Entry key={is} {...{ filter: begun, texts, onChange }} focused={chosen === null} />
    </>
  );
}

/** The values of a filter: choices and named ranges apply at once, typed values by Enter or the button. */
function Entry({ filter, texts, onChange, focused }: EntryProps & { focused: boolean }) {
  const { name, label, kind, value, from, to, choices, ranges, fault, is } = filter;
  const id = useId();
  const compared = is === '' ? {} : { [`${name}.is`]: is };
  const typed = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const entries = [...new Set(form.keys())].map((key) => [key, form.getAll(key).map(String).join('\n').trim()]);
    const changes = Object.fromEntries(entries);
    const isLeft = is !== 'empty' && is !== 'filled' && !Object.values(changes).some(Boolean);
    onChange(isLeft ? {} : { ...changes, ...compared });
  };
  if (kind === 'choice' && is === '')
    return (
      <Choices
        label={label}
        choices={choices ?? []}
        chosen={value}
        focused={focused}
        onChoose={(choice) => onChange({ [name]: choice })}
      />
    );
  const invalid = { 'aria-invalid': fault ? true : undefined, 'aria-describedby': fault ? `${id}-fault` : undefined };
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
        ref={isFirst && focused ? focusAtOnce : undefined}
        {...invalid}
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
  const isBare = is === 'empty' || is === 'filled';
  const held = new Set(value.split('\n'));
  return (
    <>
      {ranges && !isBare && (
        <Choices
          label={label}
          choices={ranges.map((range) => ({ value: `${range.from}/${range.to}`, label: range.label }))}
          chosen={`${from}/${to}`}
          focused={focused}
          onChoose={(choice) => {
            const [first = '', last = ''] = choice.split('/');
            onChange({ [`${name}.from`]: first, [`${name}.to`]: last, ...compared });
          }}
        />
      )}
      <form className="pop-form" onSubmit={typed}>
        {!isBare && kind === 'choice' && (
          <fieldset className="pop-columns">
            <legend>{label}</legend>
            {choices?.map((choice) => (
              <label key={choice.value} className="choice">
                <input type="checkbox" name={name} value={choice.value} defaultChecked={held.has(choice.value)} />
                {choice.label}
              </label>
            ))}
          </fieldset>
        )}
        {kind === 'text' && is === '' && input(name, label, value, true)}
        {kind === 'text' && is !== '' && !isBare && (
          <div className="field">
            <label htmlFor={`${id}-lines`}>{label}</label>
            <textarea
              id={`${id}-lines`}
              name={name}
              rows={4}
              defaultValue={value}
              maxLength={1500}
              ref={focused ? focusAtOnce : undefined}
              {...invalid}
              aria-describedby={fault ? `${id}-fault` : `${id}-hint`}
            />
            <p id={`${id}-hint`} className="hint">
              {texts.lines}
            </p>
          </div>
        )}
        {kind === 'numbers' && !isBare && (
          <div className="pop-range">
            {input(`${name}.from`, texts.from, from, true)}
            {input(`${name}.to`, texts.to, to, false)}
          </div>
        )}
        {kind === 'days' && !isBare && (
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
  /** Whether it has the focus at first. */
  focused: boolean;
  onChoose: (value: string) => void;
}

const Choices = ({ label, choices, chosen, focused, onChoose }: ChoicesProps) => (
  <ListBox
    aria-label={label}
    className="menu-list"
    autoFocus={focused}
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
