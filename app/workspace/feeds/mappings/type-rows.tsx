'use client';

import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { MOST_TYPES } from '@/lib/money/feeds/transaction-types';
import { FieldFault } from '../../ui/field-parts';
import { type FieldOption, type FieldValues, fieldId } from '../../ui/field-spec';
import type { FormFault } from '../../ui/form-state';
import { readTypeStep, steppedTypes, type TypeStep, typeFieldName, typeLinesIn } from './type-lines';

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
  /** What the lines begin with. */
  values: FieldValues;
  options: FieldOption[];
  faults: readonly FormFault[];
  touched: () => void;
  texts: TypeTexts;
}

/**
 * Words of the file, each with the type that it means. Every step is a button that the form can send, so that it works
 * without script.
 */
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

  const button = (value: string, label: string, className: string, number?: number) => (
    <button
      type="submit"
      name="then"
      value={value}
      className={className}
      ref={value === 'types.undo' ? undo : undefined}
      onClick={press}
      aria-label={number === undefined ? undefined : texts.remove.replace('{number}', String(number))}
      title={number === undefined ? undefined : texts.remove.replace('{number}', String(number))}
    >
      {label}
    </button>
  );
  return (
    <fieldset className="form-group type-rows" ref={rows} aria-describedby={`${formId}-types-hint`}>
      <legend>{texts.title}</legend>
      <p className="hint" id={`${formId}-types-hint`}>
        {texts.hint}
      </p>
      {lines.map(({ key, said, type }, index) => {
        const [saidName, typeName] = [typeFieldName(key, 'said'), typeFieldName(key, 'type')];
        const id = fieldId(formId, { name: saidName });
        const typeId = fieldId(formId, { name: typeName });
        const fault = faults.find(({ field }) => field === saidName)?.message;
        return (
          <div key={key} className="type-row">
            <div className="field">
              <label htmlFor={id}>{texts.said}</label>
              <input
                id={id}
                name={saidName}
                value={said}
                maxLength={40}
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
            {button(`types.remove.${key}`, '×', 'type-remove', index + 1)}
          </div>
        );
      })}
      {removed && (
        <p className="type-removed" role="status">
          <span>{texts.removed.replace('{said}', removed.line.said || '–')}</span>
          {button('types.undo', texts.undo, 'link')}
        </p>
      )}
      {lines.length >= MOST_TYPES ? (
        <p className="hint">{texts.full}</p>
      ) : (
        <p>{button('types.add', texts.add, 'button')}</p>
      )}
    </fieldset>
  );
}

/** Arrow up and down lead to the word before and after; Enter to the next, and adds one after the last. */
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
