'use client';

import { type InputHTMLAttributes, useEffect, useState } from 'react';
import type { PortalForm } from './use-portal-form';
import { useScripted } from './use-scripted';

/** What a field of a portal form is made of. */
export interface FieldProps {
  form: Pick<PortalForm, 'state' | 'errors' | 'field' | 'busy' | 'announce'>;
  name: string;
  label: string;
  /** A text between label and field. */
  hint?: string;
  /** Id of a text that explains the field. */
  describedBy?: string;
}

type Props = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'name'>;

function inputProps({ form, name, label: _label, hint, describedBy, ...input }: Props) {
  return {
    id: name,
    name,
    required: true,
    defaultValue: form.state.values?.[name],
    'aria-describedby': [hint && `${name}-hint`, describedBy, `${name}-error`].filter(Boolean).join(' '),
    'aria-invalid': form.errors[name] ? true : undefined,
    autoCapitalize: 'none',
    spellCheck: false,
    ...form.field(name),
    ...input
  };
}

/** The message appears under its field (P5.022). */
export function FieldError({ form, name }: Pick<FieldProps, 'form' | 'name'>) {
  return (
    <p className="field-error" id={`${name}-error`}>
      {form.errors[name]}
    </p>
  );
}

/** A text field with its label and its error message. */
export function TextField(props: Props) {
  const { name, label, hint } = props;
  return (
    <div className="field" data-field={name}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <input type="text" {...inputProps(props)} />
      <FieldError {...props} />
    </div>
  );
}

/** The texts of a show/hide button. */
export interface RevealTexts {
  show: string;
  hide: string;
  isShown: string;
  isHidden: string;
}

/** The texts of a required secret. */
export interface SecretTexts {
  label: string;
  required: string;
  reveal: RevealTexts;
}

/** A secret with its show/hide button (P2.018), which announces the change to screen readers. */
export function SecretField({ reveal, ...props }: Props & { reveal: RevealTexts }) {
  const { form, name, label, hint } = props;
  const [shown, setShown] = useState(false);
  const scripted = useScripted();
  // The browser must not offer to store a shown secret as ordinary text.
  useEffect(() => {
    if (form.busy) setShown(false);
  }, [form.busy]);
  return (
    <div className="field" data-field={name}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <div className="password">
        <input type={shown ? 'text' : 'password'} {...inputProps(props)} />
        <button
          type="button"
          className="reveal"
          hidden={!scripted}
          aria-controls={name}
          aria-label={shown ? reveal.hide : reveal.show}
          data-shown={shown ? '' : undefined}
          onClick={() => {
            form.announce(shown ? reveal.isHidden : reveal.isShown);
            setShown(!shown);
          }}
        >
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">
            <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
            <circle cx="12" cy="12" r="3" />
            <path className="slash" d="M4 4l16 16" />
          </svg>
        </button>
      </div>
      <FieldError form={form} name={name} />
    </div>
  );
}

/** A live region for messages to screen readers only. */
export function Announcement({ form }: { form: Pick<PortalForm, 'announcement'> }) {
  return (
    <p className="visually-hidden" id="announcement" aria-live="polite">
      {form.announcement}
    </p>
  );
}

/** The submit button; it shows a busy text while the form is sent. */
export function SubmitButton({ form, label }: { form: Pick<PortalForm, 'busy' | 'texts'>; label: string }) {
  return (
    <button type="submit" className="primary" aria-disabled={form.busy || undefined}>
      {form.busy ? form.texts.busy : label}
    </button>
  );
}
