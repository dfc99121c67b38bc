'use client';

import ChevronDown from 'lucide-react/icons/chevron-down';
import X from 'lucide-react/icons/x';
import { type FormEvent, lazy, Suspense, useId } from 'react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components/Popover';
import type { FilterSpec } from './filter-spec';
import { useListingPlace } from './listing-place';

export interface FilterTexts {
  apply: string;
  remove: string;
  from: string;
  to: string;
}

const loadDays = () => import('../ui/date-picker');
const DatePicker = lazy(loadDays);

/** A dialog takes the focus itself unless something within has it. */
const focusAtOnce = (element: HTMLElement | null) => element?.focus();

interface Props {
  filter: FilterSpec;
  texts: FilterTexts;
  /** Whether its pop-over is open at first: it was just added. */
  added?: boolean;
  onClose?: () => void;
}

/** A filter in the toolbar: its name and value, a pop-over that changes it, and a button that removes it. */
export function FilterChip({ filter, texts, added = false, onClose }: Props) {
  const { go } = useListingPlace();
  const { name, label, shown, fault } = filter;
  const without = { [name]: null, [`${name}.from`]: null, [`${name}.to`]: null };
  return (
    <div className={`chip${shown === null ? '' : ' chip-set'}${fault ? ' chip-fault' : ''}`}>
      {filter.kind === 'fixed' ? (
        <span className="chip-open">{`${label}: ${shown}`}</span>
      ) : (
        <DialogTrigger defaultOpen={added} onOpenChange={(isOpen) => !isOpen && onClose?.()}>
          <Button className="chip-open" {...(filter.kind === 'days' && { onHoverStart: loadDays, onFocus: loadDays })}>
            {shown === null ? label : `${label}: ${shown}`}
            {shown === null && <ChevronDown aria-hidden="true" size={14} />}
          </Button>
          <Popover className="pop-over" placement="bottom start">
            <Dialog className="pop-dialog" aria-label={label}>
              {({ close }) => (
                <FilterEntry
                  filter={filter}
                  texts={texts}
                  onChange={(changes) => {
                    close();
                    go({ ...without, ...changes });
                  }}
                />
              )}
            </Dialog>
          </Popover>
        </DialogTrigger>
      )}
      {shown !== null && (
        <Button
          className="chip-remove"
          aria-label={texts.remove.replace('{name}', label)}
          onPress={() => {
            onClose?.();
            go(without);
          }}
        >
          <X aria-hidden="true" size={14} />
        </Button>
      )}
    </div>
  );
}

interface EntryProps {
  filter: FilterSpec;
  texts: FilterTexts;
  onChange: (changes: Record<string, string>) => void;
}

/** The content of the pop-over: choices and named ranges apply at once, typed values by Enter or the button. */
function FilterEntry({ filter, texts, onChange }: EntryProps) {
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
