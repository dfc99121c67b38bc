'use client';

import { type FormEvent, useCallback, useRef } from 'react';
import type { PictureTexts } from '../receipts/large-picture';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { ErrorSummary } from '../ui/error-summary';
import { Field } from '../ui/field';
import type { FieldSpec } from '../ui/field-spec';
import { Focused } from '../ui/focused';
import type { FormState } from '../ui/form-state';
import type { FormTexts } from '../ui/form-texts';
import { refusedFile } from '../ui/refused-file';
import { UploadProgress } from '../ui/upload-progress';
import { usePostedForm } from '../ui/use-posted-form';
import { useUpload } from '../ui/use-upload';
import { AttachedFile } from './attached-file';
import { DetachButton, OwnReceipts, type ReceiptTools } from './own-receipts';
import type { AttachmentsState, ShownAttachment } from './shown';

interface Props {
  files: ShownAttachment[];
  mayChange: boolean;
  /** Names the record in each form. */
  hidden: Record<string, string>;
  /** The address that takes a file. */
  add: string;
  remove: (state: FormState, form: FormData) => Promise<AttachmentsState>;
  field: FieldSpec;
  receipts: ReceiptTools | undefined;
  pictureTexts: PictureTexts;
  texts: Record<'add' | 'explanation' | 'none' | 'remove', string>;
  formTexts: FormTexts;
}

const FORM = 'attachment';

/** The client component of `Attachments`: the list, and the form that adds to it. */
export function AttachmentsLeaf({ files, mayChange, hidden, remove, texts, formTexts, ...adding }: Props) {
  const upload = useUpload();
  const { send: sendTo } = upload;
  const { add } = adding;
  const added = useCallback(
    async ({ told: _, ...before }: AttachmentsState, form: FormData): Promise<AttachmentsState> => ({
      // What is refused before the record is looked at comes without its files.
      ...before,
      ...(await sendTo<AttachmentsState>(add, form, before))
    }),
    [add, sendTo]
  );
  // Adding and removing answer with all of them, so that the last answer is shown, whichever form it came to.
  const posted = usePostedForm<AttachmentsState>(added, formTexts, { faults: [], values: {}, files });
  const { state, show } = posted;
  const pending = posted.pending || upload.share !== null;
  const { receipts: tools, pictureTexts } = adding;
  const receipts = useLastReceipts(tools, state);

  /** A file that breaks the rules isn't sent. */
  function sendFile(event: FormEvent<HTMLFormElement>) {
    if (pending || refusedFile(event.currentTarget)) event.preventDefault();
    else posted.send(event);
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
        <ul className="records">
          {state.files.map((file) => (
            <li key={file.id}>
              <AttachedFile file={file} texts={pictureTexts}>
                {mayChange && (
                  <div className="actions">
                    {tools && receipts?.own[file.id] && (
                      <DetachButton
                        receiptId={receipts.own[file.id] ?? ''}
                        name={file.name}
                        {...{ tools, state, hidden, show, formTexts }}
                      />
                    )}
                    <ConfirmDialog
                      label={texts.remove}
                      rank="quiet"
                      question={file.question}
                      explanation={texts.explanation}
                      confirmLabel={texts.remove}
                      texts={formTexts}
                      action={remove}
                      done={show}
                      hidden={{ ...hidden, id: file.id }}
                      danger
                    />
                  </div>
                )}
              </AttachedFile>
            </li>
          ))}
        </ul>
      )}
      {mayChange && tools && receipts && receipts.box.length > 0 && (
        <OwnReceipts box={receipts.box} {...{ tools, state, hidden, show, pictureTexts, formTexts }} />
      )}
      {mayChange && (
        <form className="record-form" method="post" onSubmit={sendFile} noValidate>
          <ErrorSummary formId={FORM} state={state} fields={[adding.field]} texts={formTexts} />
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
          {adding.field.file && <UploadProgress upload={upload} texts={adding.field.file.texts} />}
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

/** The reader's receipts as the last answer that told of them had them. */
function useLastReceipts(tools: ReceiptTools | undefined, { receipts }: AttachmentsState) {
  const last = useRef(tools?.shown);
  if (receipts) last.current = receipts;
  return last.current;
}
