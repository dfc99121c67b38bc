'use client';

import { type ChangeEvent, type FormEvent, startTransition, useEffect, useRef, useState } from 'react';
import { ErrorSummary } from '../../../ui/error-summary';
import { Field } from '../../../ui/field';
import type { FieldOption, FieldSpec } from '../../../ui/field-spec';
import type { FormTexts } from '../../../ui/form-texts';
import { refusedFile } from '../../../ui/refused-file';
import { usePostedForm } from '../../../ui/use-posted-form';
import { ColumnTable, type ColumnTexts } from './column-table';
import { ReadTable, type ReadTexts } from './read-table';
import type { SampleState } from './sample-state';

interface Props {
  action: (state: SampleState, form: FormData) => Promise<SampleState>;
  start: FieldSpec;
  /** What is said beside the columns. */
  fields: FieldSpec[];
  /** The fields that a column can be. */
  options: FieldOption[];
  texts: ColumnTexts & ReadTexts & { save: string };
  formTexts: FormTexts;
}

/** What a form is sent for. */
type Then = 'read' | 'preview' | 'save';

const FORM = 'sample';
/** The number of bytes of a sample that are sent: the beginning of a file suffices. */
const MOST_SENT = 200_000;
/** How long nothing is chosen before the rows are read again. */
const QUIET_MILLIS = 300;

/** Makes a mapping of a dropped sample: matched columns, what can't be seen in them, and the first rows by both. */
export function SampleForm({ action, start, fields, options, texts, formTexts }: Props) {
  const { state, submit, pending } = usePostedForm<SampleState>(action, formTexts, { faults: [], values: {} });
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const columns = useRef<HTMLHeadingElement>(null);
  const [last, setLast] = useState<Then>('read');
  // A preview that is on its way keeps nobody from saving.
  const busy = pending && last !== 'preview';
  const { sample } = state;
  useEffect(() => {
    if (sample) columns.current?.focus();
  }, [sample]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(then: Then) {
    clearTimeout(timer.current);
    if (!form.current || refusedFile(form.current)) return;
    const sent = new FormData(form.current);
    const file = sent.get(start.name);
    if (file instanceof File) sent.set(start.name, file.slice(0, MOST_SENT), file.name);
    sent.set('then', then);
    setLast(then);
    startTransition(() => submit(sent));
  }

  function change({ target }: ChangeEvent<HTMLFormElement>) {
    const isFile = (target as Element) instanceof HTMLInputElement && target.type === 'file';
    if (isFile && target.files?.length > 0 && target.validity.valid) send('read');
    if (isFile || !state.columns) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send('preview'), QUIET_MILLIS);
  }

  return (
    <form
      ref={form}
      className="record-form"
      method="post"
      noValidate
      onChange={change}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!busy) send(state.columns ? 'save' : 'read');
      }}
    >
      <ErrorSummary formId={FORM} state={state} fields={[start, ...fields]} texts={formTexts} />
      <div className="form-group">{shown(start)}</div>
      {state.columns && (
        <>
          <div>
            <h3 id="sample-columns" ref={columns} tabIndex={-1}>
              {texts.columns}
            </h3>
            <p role="status">{state.matched}</p>
            <ColumnTable key={sample} columns={state.columns} options={options} texts={texts} />
          </div>
          <div className="form-group" key={`said-${sample}`}>
            {fields.map(shown)}
          </div>
          {state.read && <ReadTable {...state.read} texts={texts} />}
          <div className="form-actions">
            <button type="submit" className="primary" aria-disabled={busy || undefined}>
              {texts.save}
            </button>
          </div>
        </>
      )}
    </form>
  );

  function shown(field: FieldSpec) {
    return (
      <Field
        key={field.name}
        formId={FORM}
        field={field}
        value={state.values[field.name]}
        typed=""
        fault={state.faults.find((fault) => fault.field === field.name)?.message}
        texts={formTexts}
        shown
      />
    );
  }
}
