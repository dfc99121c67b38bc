'use client';

import { type FormEvent, type ReactNode, startTransition } from 'react';
import { ErrorSummary } from '../../../ui/error-summary';
import { Field } from '../../../ui/field';
import type { FieldSpec } from '../../../ui/field-spec';
import type { UploadTexts } from '../../../ui/file-refusal';
import { type FormState, UNSENT } from '../../../ui/form-state';
import type { FormTexts } from '../../../ui/form-texts';
import { refusedFile } from '../../../ui/refused-file';
import { UploadProgress } from '../../../ui/upload-progress';
import { usePostedForm } from '../../../ui/use-posted-form';
import { useUpload } from '../../../ui/use-upload';

interface Props {
  /** The address that takes the images. */
  action: string;
  /** What the draft was when its page was opened. */
  basis: string;
  images: { field: FieldSpec /** The image that the draft has now. */; shown: string | null; removal: string }[];
  texts: FormTexts & { none: string; remove: string };
  uploadTexts: UploadTexts;
  /** The buttons; none for a brand that is read only. */
  children: ReactNode;
}

/** The id of the form, by which the studio watches it for changes. */
const FORM = 'images';

/** The images of a draft, each with a field for the one that takes its place. */
export function ImagesForm({ action, basis, images, texts, uploadTexts, children }: Props) {
  const upload = useUpload();
  const { state, submit, pending } = usePostedForm<FormState>(
    (before, form) => upload.send(action, form, before),
    texts,
    UNSENT
  );

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // Whoever watches the form took the press for a save.
    if (refusedFile(form)) form.dispatchEvent(new Event('input'));
    else if (!pending && upload.share === null) {
      const sent = new FormData(form);
      startTransition(() => submit(sent));
    }
  }

  return (
    <form id={FORM} className="record-form" method="post" onSubmit={send} noValidate>
      <ErrorSummary formId={FORM} state={state} fields={images.map(({ field }) => field)} texts={texts} />
      <input type="hidden" name="basis" value={basis} />
      <div className="images">
        {images.map(({ field, shown, removal }) => (
          <div key={field.name} className="image-field">
            {shown ? (
              <img className="logo-shown" src={shown} alt={field.label} />
            ) : (
              <p className="hint">{texts.none}</p>
            )}
            <Field
              formId={FORM}
              field={field}
              value={undefined}
              typed=""
              fault={state.faults.find((fault) => fault.field === field.name)?.message}
              texts={texts}
              shown
            />
            {shown && (
              <label className="tick">
                <input type="checkbox" name={removal} /> {texts.remove}
              </label>
            )}
          </div>
        ))}
      </div>
      <UploadProgress upload={upload} texts={uploadTexts} />
      {children}
    </form>
  );
}
