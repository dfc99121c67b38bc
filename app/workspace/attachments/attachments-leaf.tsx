'use client';

import type { FormEvent } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { ErrorSummary } from '../ui/error-summary';
import { Field } from '../ui/field';
import type { FieldSpec } from '../ui/field-spec';
import { Focused } from '../ui/focused';
import type { FormState } from '../ui/form-state';
import type { FormTexts } from '../ui/form-texts';
import { Table } from '../ui/table';
import { usePostedForm } from '../ui/use-posted-form';
import type { AttachmentsState, ShownAttachment } from './shown';

interface Props {
  files: ShownAttachment[];
  mayChange: boolean;
  /** Names the record in each form. */
  hidden: Record<string, string>;
  add: (state: AttachmentsState, form: FormData) => Promise<AttachmentsState>;
  remove: (state: FormState, form: FormData) => Promise<AttachmentsState>;
  field: FieldSpec;
  /** The most bytes of a file: a larger one isn't sent. */
  most: number;
  texts: Record<
    'actions' | 'add' | 'at' | 'by' | 'explanation' | 'file' | 'none' | 'remove' | 'size' | 'tooLarge',
    string
  >;
  formTexts: FormTexts;
}

const FORM = 'attachment';

/** The client component of `Attachments`: the list, and the form that adds to it. */
export function AttachmentsLeaf({ files, mayChange, hidden, remove, texts, formTexts, ...adding }: Props) {
  // Adding and removing answer with all of them, so that the last answer is shown, whichever form it came to.
  const { state, submit, send, show, pending } = usePostedForm<AttachmentsState>(adding.add, formTexts, {
    faults: [],
    values: {},
    files
  });

  /** A file that is too large isn't sent. */
  function sendFile(event: FormEvent<HTMLFormElement>) {
    const file = new FormData(event.currentTarget).get(adding.field.name);
    if (!(file instanceof File) || file.size <= adding.most) return send(event);
    event.preventDefault();
    show({ values: {}, files: state.files, faults: [{ field: adding.field.name, message: texts.tooLarge }] });
  }

  return (
    <>
      {state.told && (
        <Focused key={state.files.length} className="message message-success" role="status">
          {state.told}
        </Focused>
      )}
      {state.files.length === 0 ? (
        <p className="muted">{texts.none}</p>
      ) : (
        <Table
          named
          columns={[
            { label: texts.file },
            { label: texts.size, figure: true },
            { label: texts.by },
            { label: texts.at },
            ...(mayChange ? [{ label: texts.actions, silent: true }] : [])
          ]}
          rows={state.files.map(({ id, name, href, size, by, at, question }) => ({
            key: id,
            cells: [
              <a key="open" href={href} download>
                {name}
              </a>,
              size,
              by,
              at,
              mayChange && (
                <ConfirmDialog
                  key="remove"
                  label={texts.remove}
                  question={question}
                  explanation={texts.explanation}
                  confirmLabel={texts.remove}
                  texts={formTexts}
                  action={remove}
                  done={show}
                  hidden={{ ...hidden, id }}
                  danger
                />
              )
            ]
          }))}
        />
      )}
      {mayChange && (
        <form className="record-form" action={submit} onSubmit={sendFile} noValidate>
          <ErrorSummary formId={FORM} state={state} fields={[adding.field]} texts={formTexts} />
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Field
            // An added file leaves the field.
            key={state.files.length}
            formId={FORM}
            field={adding.field}
            value={undefined}
            typed=""
            fault={state.faults.find((fault) => fault.field === adding.field.name)?.message}
            texts={formTexts}
            shown
          />
          <div className="form-actions">
            <button type="submit" aria-disabled={pending || undefined}>
              {pending ? formTexts.sending : texts.add}
            </button>
          </div>
        </form>
      )}
    </>
  );
}
