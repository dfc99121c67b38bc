'use client';

import { type FormEvent, useActionState, useState } from 'react';
import { type FormState, UNSENT } from '../ui/form-state';

interface Props {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  mappings: { id: string; name: string }[];
  texts: { file: string; hint: string; mapping: string; submit: string; sending: string; failed: string };
}

/** Uploads a file with the mapping for it. With script it streams a file of any size and shows progress. */
export function UploadForm({ action, mappings, texts }: Props) {
  const [state, submit, pending] = useActionState(action, UNSENT);
  const [share, setShare] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const file = form.get('file') as File;
    setFault(null);
    setShare(0);
    sent(file, String(form.get('mapping')), setShare)
      .then((href) => location.assign(href))
      .catch((error: Error) => {
        setShare(null);
        setFault(error.message || texts.failed);
      });
  }

  const message = fault ?? state.faults[0]?.message;
  return (
    <form action={submit} onSubmit={send} className="record-form feed-upload">
      {message && (
        <div className="message message-problem" role="alert">
          {message}
        </div>
      )}
      <div className="field">
        <label htmlFor="feed-mapping">{texts.mapping}</label>
        <select id="feed-mapping" name="mapping" required>
          {mappings.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="feed-file">{texts.file}</label>
        <p className="hint" id="feed-file-hint">
          {texts.hint}
        </p>
        <input id="feed-file" type="file" name="file" required aria-describedby="feed-file-hint" />
      </div>
      {share !== null && <progress aria-label={texts.sending} value={share} max={1} />}
      <div className="form-actions">
        <button type="submit" className="button primary" disabled={pending || share !== null}>
          {share !== null || pending ? texts.sending : texts.submit}
        </button>
      </div>
    </form>
  );
}

/**
 * Uploads a file and returns the address of its feed.
 * @throws with the refusal's text, in the reader's language
 */
function sent(file: File, mapping: string, told: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const query = new URLSearchParams({ mapping, name: file.name });
    request.open('POST', `/workspace/feeds/file?${query}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => told(total ? loaded / total : 0));
    request.addEventListener('error', () => reject(new Error('')));
    request.addEventListener('load', () => {
      const answer = request.response as { href?: string; errors?: { message: string }[] } | null;
      if (request.status === 200 && answer?.href) resolve(answer.href);
      else reject(new Error(answer?.errors?.[0]?.message ?? ''));
    });
    request.send(file);
  });
}
