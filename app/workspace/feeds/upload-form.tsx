'use client';

import { type FormEvent, startTransition } from 'react';
import { ErrorSummary } from '../ui/error-summary';
import { Field } from '../ui/field';
import type { FieldSpec } from '../ui/field-spec';
import { type FormState, UNSENT } from '../ui/form-state';
import type { FormTexts } from '../ui/form-texts';
import { refusedFile } from '../ui/refused-file';
import { UploadProgress } from '../ui/upload-progress';
import { usePostedForm } from '../ui/use-posted-form';
import { useUpload } from '../ui/use-upload';

interface Props {
  fields: FieldSpec[];
  submitLabel: string;
  missing: string;
  texts: FormTexts;
}

const FORM = 'feed';

/** Uploads a file of any size with the mapping for it. The file is the body of the request, so that it can be streamed. */
export function UploadForm({ fields, submitLabel, missing, texts }: Props) {
  const upload = useUpload();
  const { state, submit, pending } = usePostedForm<FormState>(
    async (before, form) => {
      const file = form.get('file');
      if (!(file instanceof File) || file.name === '')
        return { ...before, faults: [{ field: 'file', message: missing, missing: true }] };
      const query = new URLSearchParams({ mapping: String(form.get('mapping')), name: file.name });
      return upload.send(`/workspace/feeds/file?${query}`, file, before);
    },
    texts,
    UNSENT
  );
  const isSending = pending || upload.share !== null;

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending || refusedFile(event.currentTarget)) return;
    const form = new FormData(event.currentTarget);
    startTransition(() => submit(form));
  }

  const rules = fields.find(({ file }) => file)?.file;
  return (
    <form method="post" onSubmit={send} className="record-form" noValidate>
      <ErrorSummary formId={FORM} state={state} fields={fields} texts={texts} />
      {fields.map((field) => (
        <Field
          key={field.name}
          formId={FORM}
          field={field}
          value={field.options?.[0]?.value}
          typed=""
          fault={state.faults.find((fault) => fault.field === field.name)?.message}
          texts={texts}
          shown
        />
      ))}
      {rules && <UploadProgress upload={upload} texts={rules.texts} />}
      <div className="form-actions">
        <button type="submit" className="primary" aria-disabled={isSending || undefined}>
          {submitLabel}
        </button>
      </div>
    </form>
  );
}
