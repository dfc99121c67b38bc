'use client';

import { type FormState, UNSENT } from '../ui/form-state';
import type { FailureTexts } from '../ui/guarded-action';
import { usePostedForm } from '../ui/use-posted-form';

interface Props {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** The most characters of a name. */
  most: number | undefined;
  texts: FailureTexts & { name: string; save: string };
}

/** Names the list as it is and saves it as a view. */
export function SaveView({ action, most, texts }: Props) {
  const { state, submit, send, pending } = usePostedForm(action, texts, UNSENT);
  const fault = state.faults[0]?.message;
  return (
    <form action={submit} onSubmit={send} noValidate>
      <div className="field">
        <label htmlFor="view-name">{texts.name}</label>
        <input
          id="view-name"
          name="name"
          aria-required
          maxLength={most}
          autoComplete="off"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault && 'view-name-error'}
        />
        {fault && (
          <p className="field-error" id="view-name-error" role="alert">
            {fault}
          </p>
        )}
      </div>
      <button type="submit" aria-disabled={pending || undefined}>
        {texts.save}
      </button>
    </form>
  );
}
