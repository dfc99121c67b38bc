'use client';

import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration
} from '@simplewebauthn/browser';
import { type FormEvent, useEffect, useState } from 'react';
import { CallRefused, call } from '../../sdportal/ui/call';

interface Props {
  /** The user id, for password managers. */
  userId: string;
  texts: {
    title: string;
    name: string;
    hint: string;
    password: string;
    unsupported: string;
    failed: string;
    /** By the code of the refusal. */
    refusals: Record<string, string>;
    required: Record<FieldName, string>;
  };
}

type FieldName = 'name' | 'password';
type Faults = Partial<Record<FieldName | 'form', string>>;

const CALLS = '/services/authentication-service/protected/passkeys';

/** Creates a passkey through a browser prompt; the only part of the profile that requires a script. */
export function AddPasskey({ userId, texts }: Props) {
  // Unknown on the server, and until the page's script runs.
  const [supported, setSupported] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  useEffect(() => setSupported(browserSupportsWebAuthn()), []);
  if (!supported) {
    const note = <p className="muted">{texts.unsupported}</p>;
    return supported === false ? note : <noscript>{note}</noscript>;
  }

  function fail(found: Faults): void {
    setBusy(false);
    setFaults(found);
    const first = (['name', 'password'] as const).find((field) => found[field]);
    document.getElementById(first ? `passkey-${first}` : 'passkey-fault')?.focus();
  }

  async function add(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    const name = String(fields.get('name')).trim();
    const password = String(fields.get('password'));
    const missing: Faults = {
      ...(!name && { name: texts.required.name }),
      ...(!password.trim() && { password: texts.required.password })
    };
    if (Object.keys(missing).length > 0) return fail(missing);
    setBusy(true);
    setFaults({});
    try {
      await register(name, password);
      location.assign('/workspace/profile?changed=passkey-added');
    } catch (error) {
      const refused = error instanceof CallRefused ? error : null;
      if (refused?.status === 401) return location.assign('/sdportal/login-signin-component');
      const message = texts.refusals[refused?.code ?? ''] ?? texts.failed;
      fail(refused?.field === 'password' ? { password: message } : { form: message });
    }
  }

  const field = (name: FieldName) => ({
    id: `passkey-${name}`,
    name,
    required: true,
    'aria-invalid': faults[name] ? true : undefined,
    'aria-describedby': `${name === 'name' ? 'passkey-name-hint ' : ''}passkey-${name}-error`
  });
  const error = (name: FieldName) => (
    <p className="field-error" id={`passkey-${name}-error`} aria-live="polite">
      {faults[name]}
    </p>
  );
  return (
    <details>
      <summary>{texts.title}</summary>
      <form className="fields" onSubmit={add} noValidate>
        <input type="text" autoComplete="username" defaultValue={userId} hidden readOnly />
        <div className="field">
          <label htmlFor="passkey-name">{texts.name}</label>
          <p className="hint" id="passkey-name-hint">
            {texts.hint}
          </p>
          <input type="text" maxLength={60} autoComplete="off" {...field('name')} />
          {error('name')}
        </div>
        <div className="field">
          <label htmlFor="passkey-password">{texts.password}</label>
          <input type="password" maxLength={1024} autoComplete="current-password" {...field('password')} />
          {error('password')}
        </div>
        <p className="field-error" id="passkey-fault" role="alert" tabIndex={-1}>
          {faults.form}
        </p>
        <button type="submit" className="primary" aria-disabled={busy}>
          {texts.title}
        </button>
      </form>
    </details>
  );
}

/** Has the browser make a passkey, and keeps it under a name. */
async function register(name: string, password: string): Promise<void> {
  const answer = await call('POST', `${CALLS}/options`, { json: { password } });
  const optionsJSON = (await answer.json()) as PublicKeyCredentialCreationOptionsJSON;
  const credential = await startRegistration({ optionsJSON });
  await call('POST', CALLS, { json: { name, credential } });
}
