'use client';

import { type FormEvent, startTransition, useActionState, useCallback, useEffect, useMemo, useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { ErrorSummary } from '../ui/error-summary';
import { Field } from '../ui/field';
import type { FieldSpec } from '../ui/field-spec';
import { Focused } from '../ui/focused';
import type { FormState } from '../ui/form-state';
import type { FormTexts } from '../ui/form-texts';
import { guarded } from '../ui/guarded-action';
import { Table } from '../ui/table';
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
  const { state, submit, pending, show } = useAttachments(files, adding.add, formTexts);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const sent = new FormData(event.currentTarget);
    const file = sent.get(adding.field.name);
    if (file instanceof File && file.size > adding.most)
      show({ values: {}, files: state.files, faults: [{ field: adding.field.name, message: texts.tooLarge }] });
    else startTransition(() => submit(sent));
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
        <form className="record-form" action={submit} onSubmit={send} noValidate>
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

/** The files as the last answer had them, whichever form was sent. */
function useAttachments(files: ShownAttachment[], add: Props['add'], texts: FormTexts) {
  const [scripted, setScripted] = useState(false);
  const take = useMemo(() => {
    const safe = guarded(add, texts);
    return async (state: AttachmentsState, sent: FormData | AttachmentsState) =>
      sent instanceof FormData ? safe(state, sent) : sent;
  }, [add, texts]);
  // Until the script runs, the form posts to the server action.
  const [state, submit, pending] = useActionState<AttachmentsState, FormData | AttachmentsState>(
    scripted ? take : (add as typeof take),
    { faults: [], values: {}, files }
  );
  const show = useCallback((next: AttachmentsState) => startTransition(() => submit(next)), [submit]);
  useEffect(() => setScripted(true), []);
  return { state, submit, pending, show };
}
