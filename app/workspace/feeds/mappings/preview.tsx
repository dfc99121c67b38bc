'use client';

import { useActionState, useState } from 'react';
import { PreviewRows, type PreviewTexts, type SampleRead } from './preview-rows';

interface Props {
  action: (state: SampleRead, form: FormData) => Promise<SampleRead>;
  /** The mapping. */
  id: string;
  texts: PreviewTexts & Record<'sample' | 'hint' | 'show', string>;
}

/** A sample and the preview of its rows by a saved mapping. */
export function Preview({ action, id, texts }: Props) {
  const [read, submit, pending] = useActionState(action, { problem: null, note: null, rows: null });
  // React resets a form after its action; the sample must stay.
  const [sample, setSample] = useState('');
  return (
    <>
      <form action={submit} className="record-form">
        <input type="hidden" name="id" value={id} />
        <div className="field">
          <label htmlFor="sample">{texts.sample}</label>
          <p className="hint" id="sample-hint">
            {texts.hint}
          </p>
          <textarea
            id="sample"
            name="sample"
            value={sample}
            onChange={({ target }) => setSample(target.value)}
            rows={6}
            required
            aria-describedby="sample-hint"
            className="feed-raw"
          />
        </div>
        <div className="form-actions">
          <button type="submit" className="button" disabled={pending}>
            {texts.show}
          </button>
        </div>
      </form>
      <PreviewRows {...read} texts={texts} />
    </>
  );
}
