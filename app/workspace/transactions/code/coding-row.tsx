'use client';

import type { ReactNode } from 'react';
import { Field } from '../../ui/field';
import type { FieldSpec } from '../../ui/field-spec';
import type { FormTexts } from '../../ui/form-texts';
import { LeaveGuard } from '../../ui/leave-guard';
import type { RowState } from './row-state';
import { type RowSetup, useCodingRow } from './use-coding-row';
import type { RowSuggestion } from './use-row-values';

/** The texts of a row, in the reader's language. */
export interface RowTexts {
  saving: string;
  saved: string;
  undone: string;
  refused: string;
  undo: string;
  review: string;
  reviewed: string;
  /** With `{value}` in it. */
  take: string;
}

type Fault = RowState['faults'][number];

interface Props extends RowSetup {
  texts: RowTexts;
  formTexts: FormTexts;
  /** The transaction's id. */
  children: ReactNode;
}

/**
 * A transaction coded in its row: it saves when the focus leaves the row, and can be undone. Enter or the button also
 * reviews it and moves to the next row.
 */
export function CodingRow({ id, version, action, fields, values, suggestions, texts, formTexts, children }: Props) {
  const { form, ready, state, status, dirty, held, open, ...steps } = useCodingRow(
    { id, version, action, fields, values, suggestions },
    formTexts
  );
  const { faults, before, reviewed } = state;
  const [placedFaults, unplaced] = byPlace(faults, fields);
  return (
    <form
      ref={form}
      className="coding-row record-form"
      data-reviewed={reviewed}
      data-scripted={ready || undefined}
      onInput={steps.touched}
      onBlur={steps.leave}
      onKeyDown={steps.press}
      onSubmit={steps.submit}
      noValidate
    >
      <input type="hidden" name="id" value={id} />
      <div className="coding-what">{children}</div>
      {!reviewed && (
        <RowFields
          key={held.generation}
          formId={`row-${id}`}
          fields={fields}
          values={held.values}
          suggestions={open}
          faults={faults}
          texts={formTexts}
        />
      )}
      <div className="coding-done">
        {!reviewed && <RowTools suggestions={open} texts={texts} onTake={steps.take} onReview={steps.review} />}
        <span role="status" className="hint">
          {reviewed ? texts.reviewed : status ? texts[status] : ''}
          {/* Announced here, because the focus has moved to another row. */}
          <span className="visually-hidden">{placedFaults.map(({ message }) => ` ${message}`)}</span>
        </span>
        {before && !reviewed && status === 'saved' && (
          <button type="button" className="link" onClick={steps.undo}>
            {texts.undo}
          </button>
        )}
      </div>
      {unplaced.map(({ message }) => (
        <p key={message} role="alert" className="field-error">
          {message}
        </p>
      ))}
      <LeaveGuard active={dirty} texts={formTexts} />
    </form>
  );
}

interface RowFieldsProps {
  formId: string;
  fields: FieldSpec[];
  values: Record<string, string>;
  suggestions: readonly RowSuggestion[];
  faults: readonly Fault[];
  texts: FormTexts;
}

/** The fields of a row, with suggestions in grey. */
function RowFields({ formId, fields, values, suggestions, faults, texts }: RowFieldsProps) {
  return (
    <div className="split-fields">
      {fields.map((field) => {
        const suggestion = suggestions.find((one) => one.field === field.name);
        const value = values[field.name] ?? '';
        return (
          <Field
            key={field.name}
            formId={formId}
            field={suggestion ? { ...field, placeholder: suggestion.value, hint: suggestion.why } : field}
            value={value}
            typed={values[`${field.name}.typed`] ?? value}
            fault={faults.find((fault) => fault.field === field.name)?.message}
            texts={texts}
            shown={true}
          />
        );
      })}
    </div>
  );
}

interface RowToolsProps {
  suggestions: readonly RowSuggestion[];
  texts: RowTexts;
  onTake: (suggestion: RowSuggestion) => void;
  onReview: () => void;
}

/** The actions on an unreviewed row. */
function RowTools({ suggestions, texts, onTake, onReview }: RowToolsProps) {
  return (
    <>
      {suggestions.map((suggestion) => (
        <button key={suggestion.field} type="button" onClick={() => onTake(suggestion)}>
          {texts.take.replace('{value}', suggestion.value)}
        </button>
      ))}
      <button type="button" aria-keyshortcuts="Control+Enter" onClick={onReview}>
        {texts.review}
      </button>
    </>
  );
}

/** Separates the faults of fields from the others. */
function byPlace(faults: readonly Fault[], fields: readonly FieldSpec[]): [Fault[], Fault[]] {
  const isPlaced = ({ field }: Fault) => fields.some(({ name }) => name === field);
  return [faults.filter(isPlaced), faults.filter((fault) => !isPlaced(fault))];
}
