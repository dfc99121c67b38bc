'use client';

import { type FormEvent, useState } from 'react';
import type { QueueTexts } from './queue-texts';

interface Props {
  /** What was typed before. */
  draft: string;
  texts: QueueTexts;
  onSend: (reason: string) => void;
  onDraft: (text: string) => void;
  onCancel: () => void;
}

/** Asks for the comment with which a record goes back. Enter sends it, Escape leaves it for later. */
export function SendBack({ draft, texts, onSend, onDraft, onCancel }: Props) {
  const [isMissing, setIsMissing] = useState(false);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason')).trim();
    setIsMissing(reason === '');
    if (reason) onSend(reason);
  }
  return (
    <form
      className="queue-steps queue-asking"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      noValidate
    >
      <div className="field">
        <label htmlFor="queue-reason">{texts.reason}</label>
        <input
          id="queue-reason"
          name="reason"
          maxLength={255}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: it appears when its key or button is pressed
          autoFocus
          defaultValue={draft}
          aria-required="true"
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? 'queue-reason-error' : undefined}
          onInput={(event) => onDraft(event.currentTarget.value)}
        />
        {isMissing && (
          <p id="queue-reason-error" role="alert" className="field-error">
            {texts.reasonMissing}
          </p>
        )}
      </div>
      <button type="submit" className="primary">
        {texts.sendBack}
      </button>
      <button type="button" onClick={onCancel}>
        {texts.cancel}
      </button>
    </form>
  );
}
