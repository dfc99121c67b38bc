'use client';

import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { LONGEST_TYPE_WORD, MOST_TYPES } from '@/lib/money/feeds/transaction-types';
import { FieldFault } from '../../ui/field-parts';
import { type FieldOption, type FieldValues, fieldId } from '../../ui/field-spec';
import type { FormFault } from '../../ui/form-state';
import { readTypeStep, steppedTypes, type TypeLine, type TypeStep, typeFieldName, typeLinesIn } from './type-lines';

export interface TypeTexts {
  title: string;
  hint: string;
  said: string;
  type: string;
  add: string;
  /** With `{number}` in it. */
  remove: string;
  /** With `{said}` in it. */
  removed: string;
  undo: string;
  full: string;
}

interface Props {
  formId: string;
  /** The initial lines. */
  values: FieldValues;
  options: FieldOption[];
  faults: readonly FormFault[];
  touched: () => void;
  texts: TypeTexts;
}

/** Words of the file, each with its type. Every step is a submit button, so that it works without script. */
export function TypeRows({ formId, values, options, faults, touched, texts }: Props) {
  const [state, setState] = useState(() => typeLinesIn(values));
  const rows = useRef<HTMLFieldSetElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const added = useRef<number | null>(null);
  const { lines, removed, nextKey } = state;
  useEffect(() => {
    if (removed) undo.current?.focus();
  }, [removed]);
  useEffect(() => {
    const line = lines.find(({ key }) => key === added.current);
    if (line) document.getElementById(fieldId(formId, { name: typeFieldName(line.key, 'said') }))?.focus();
    added.current = null;
  }, [lines, formId]);

  function take(step: TypeStep) {
    if (step.do === 'add') added.current = nextKey;
    if (step.do === 'undo') added.current = removed?.line.key ?? null;
    setState(steppedTypes(state, step));
    touched();
  }
  function press(event: MouseEvent<HTMLButtonElement>) {
    const step = readTypeStep(event.currentTarget.value);
    if (!step) return;
    event.preventDefault();
    take(step);
  }

  return (
    <fieldset className="form-group type-rows" ref={rows} aria-describedby={`${formId}-types-hint`}>
      <legend>{texts.title}</legend>
      <p className="hint" id={`${formId}-types-hint`}>
        {texts.hint}
      </p>
      {lines.map((line, index) => (
        <TypeRow
          key={line.key}
          formId={formId}
          line={line}
          number={index + 1}
          options={options}
          faults={faults}
          rows={rows}
          take={take}
          press={press}
          texts={texts}
        />
      ))}
      {removed && (
        <p className="type-removed" role="status">
          <span>{texts.removed.replace('{said}', removed.line.said || '–')}</span>
          <StepButton value="types.undo" label={texts.undo} className="link" press={press} ref={undo} />
        </p>
      )}
      {lines.length >= MOST_TYPES ? (
        <p className="hint">{texts.full}</p>
      ) : (
        <p>
          <StepButton value="types.add" label={texts.add} className="button" press={press} />
        </p>
      )}
    </fieldset>
  );
}

interface TypeRowProps {
  formId: string;
  line: TypeLine;
  number: number;
  options: FieldOption[];
  faults: readonly FormFault[];
  /** What holds all rows, for the keys that lead from one to another. */
  rows: RefObject<HTMLElement | null>;
  take: (step: TypeStep) => void;
  press: Press;
  texts: TypeTexts;
}

/** A word and the type that it means. */
function TypeRow({ formId, line, number, options, faults, rows, take, press, texts }: TypeRowProps) {
  const { key, said, type } = line;
  const [saidName, typeName] = [typeFieldName(key, 'said'), typeFieldName(key, 'type')];
  const id = fieldId(formId, { name: saidName });
  const typeId = fieldId(formId, { name: typeName });
  const fault = faults.find(({ field }) => field === saidName)?.message;
  return (
    <div className="type-row">
      <div className="field">
        <label htmlFor={id}>{texts.said}</label>
        <input
          id={id}
          name={saidName}
          value={said}
          maxLength={LONGEST_TYPE_WORD}
          autoComplete="off"
          data-said=""
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-error` : undefined}
          onChange={({ target }) => take({ do: 'type', key, name: 'said', text: target.value })}
          onKeyDown={(event) => moveBetween(event, rows.current, () => take({ do: 'add' }))}
        />
        <FieldFault id={id} fault={fault} />
      </div>
      <div className="field">
        <label htmlFor={typeId}>{texts.type}</label>
        <select
          id={typeId}
          name={typeName}
          value={type}
          onChange={({ target }) => take({ do: 'type', key, name: 'type', text: target.value })}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      <StepButton
        value={`types.remove.${key}`}
        label="×"
        className="type-remove"
        press={press}
        title={texts.remove.replace('{number}', String(number))}
      />
    </div>
  );
}

type Press = (event: MouseEvent<HTMLButtonElement>) => void;

interface StepButtonProps {
  /** The step, as the form sends it. */
  value: string;
  label: string;
  className: string;
  press: Press;
  /** What it does, where its label doesn't say. */
  title?: string;
  ref?: RefObject<HTMLButtonElement | null>;
}

/** A step that is taken here, and sent with the form where there is no script. */
function StepButton({ value, label, className, press, title, ref }: StepButtonProps) {
  return (
    <button
      type="submit"
      name="then"
      value={value}
      className={className}
      ref={ref}
      onClick={press}
      aria-label={title}
      title={title}
    >
      {label}
    </button>
  );
}

/** Arrow up and down move to the previous and next word; Enter moves to the next and adds a line after the last. */
function moveBetween(event: KeyboardEvent<HTMLInputElement>, rows: HTMLElement | null, add: () => void): void {
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
  if (step === undefined || !rows) return;
  const words = [...rows.querySelectorAll<HTMLInputElement>('[data-said]')];
  const next = words[words.indexOf(event.currentTarget) + step];
  event.preventDefault();
  if (next) next.select();
  else if (event.key === 'Enter' && event.currentTarget.value.trim() !== '') add();
}
