'use client';

import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { valueKey } from '@/lib/money/allocation/value-key';
import type { FieldOption } from '../../ui/field-spec';
import type { FormTexts } from '../../ui/form-texts';
import { OptionList } from '../../ui/option-list';
import { useOptions } from '../../ui/use-options';
import type { GridColumn } from './grid-record';

/** Takes the value of the editor; then the focus moves by so many rows and columns. */
export type Commit = (value: string, move: { rows: number; columns: number }) => void;

interface Props {
  column: GridColumn;
  value: string;
  /** The address of the options of a list. */
  source: string;
  /** The chosen value of the parent code. */
  parent: string;
  /** The labels of values of codes, by `valueKey`: that of the chosen one is added. */
  labels: Map<string, string>;
  texts: FormTexts;
  onCommit: Commit;
  onCancel: () => void;
}

const STAY = { rows: 0, columns: 0 };

/** Where Enter and Tab lead after they have taken the value; null for other keys. */
function moveOf({ key, shiftKey }: KeyboardEvent) {
  const step = shiftKey ? -1 : 1;
  if (key === 'Enter') return { rows: step, columns: 0 };
  return key === 'Tab' ? { rows: 0, columns: step } : null;
}

/** The editor of a cell: a text, a choice, or a list that is searched by typing. */
export function CellEditor(props: Props) {
  const { column, value, onCommit, onCancel } = props;
  if (column.kind === 'list') return <ListEditor {...props} />;
  function press(event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>) {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') return onCancel();
    const move = event.ctrlKey || event.metaKey ? STAY : moveOf(event);
    if (!move || (move === STAY && event.key !== 'Enter')) return;
    event.preventDefault();
    onCommit(event.currentTarget.value, move);
  }
  const shared = {
    className: 'coding-editor',
    'aria-label': column.label,
    autoFocus: true,
    defaultValue: value,
    onKeyDown: press
  };
  if (column.kind === 'choice')
    return (
      <select
        {...shared}
        defaultValue={choiceOf(value, column.options)}
        onBlur={(event) => onCommit(event.currentTarget.value, STAY)}
      >
        <option value="" />
        {column.options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  return (
    <input
      {...shared}
      type="text"
      autoComplete="off"
      maxLength={column.maxLength}
      onBlur={(event) => onCommit(event.currentTarget.value, STAY)}
    />
  );
}

/** The option of a value, else the first one that begins with what was typed. */
function choiceOf(text: string, options: readonly FieldOption[] = []): string {
  const begins = ({ label }: FieldOption) => text !== '' && label.toLowerCase().startsWith(text.toLowerCase());
  return (options.find(({ value }) => value === text) ?? options.find(begins))?.value ?? '';
}

/** The code that a text stands for: the option of that code, else the one that the keys have reached. */
function codeOf(text: string, options: readonly FieldOption[] | null, active: number): string {
  if (text.trim() === '') return '';
  const exact = options?.find(({ value }) => value.toLowerCase() === text.trim().toLowerCase());
  return (exact ?? options?.[active])?.value ?? text.trim();
}

function ListEditor({ column, value, source, parent, labels, texts, onCommit, onCancel }: Props) {
  const list = useId();
  const control = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const field = {
    name: column.name,
    label: column.label,
    kind: 'combobox' as const,
    source: `${source}?of=${column.codeId}&parent=${encodeURIComponent(parent)}`
  };
  const { options, active, failed, setActive, find, leave } = useOptions(field, control);
  const isOpen = options !== null && options.length > 0;

  function commit(code: string, move: typeof STAY) {
    leave();
    const label = options?.find((option) => option.value === code)?.label;
    if (column.codeId && label) labels.set(valueKey(column.codeId, code), label);
    onCommit(code, move);
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const last = (options?.length ?? 0) - 1;
    if (event.key === 'Escape') return onCancel();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return find(text || ' ');
      const next = active + (event.key === 'ArrowDown' ? 1 : -1);
      return setActive(next > last ? 0 : next < 0 ? last : next);
    }
    const move = event.ctrlKey || event.metaKey ? null : moveOf(event);
    if (!move) return;
    event.preventDefault();
    commit(codeOf(text, options, active), move);
  }

  return (
    <>
      <input
        ref={control}
        type="text"
        role="combobox"
        className="coding-editor"
        aria-label={column.label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: it appears where the focus is
        autoFocus
        maxLength={column.maxLength}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          find(event.currentTarget.value);
        }}
        onFocus={() => value !== '' && find(value)}
        onKeyDown={press}
        onBlur={() => commit(text.trim() === value ? value : codeOf(text, options, -1), STAY)}
      />
      <Popover
        className="pop-over coding-options"
        isNonModal
        triggerRef={control}
        isOpen={isOpen}
        onOpenChange={leave}
        placement="bottom start"
      >
        <OptionList
          id={list}
          label={column.label}
          options={options ?? []}
          active={active}
          onChoose={(option) => commit(option.value, STAY)}
        />
      </Popover>
      {(failed || options?.length === 0) && (
        <span className="hint" role="status">
          {failed ? texts.loadFailed : texts.noMatch}
        </span>
      )}
    </>
  );
}
