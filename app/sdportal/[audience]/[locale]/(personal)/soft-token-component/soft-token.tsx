'use client';

import { ErrorSummary } from '@/app/sdportal/ui/error-summary';
import { SubmitButton } from '@/app/sdportal/ui/fields';
import type { FormTexts } from '@/app/sdportal/ui/form-state';
import { useHeadingFocus } from '@/app/sdportal/ui/use-heading-focus';
import { type PortalForm, usePortalForm } from '@/app/sdportal/ui/use-portal-form';
import { useSessionWarning } from '@/app/sdportal/ui/use-session-warning';
import { takeToken } from './actions';
import type { SoftTokenState } from './soft-token-state';

interface Props {
  /** Addresses of the logged-out and the sign-in page. */
  logout: string;
  signIn: string;
  texts: {
    form: FormTexts;
    intro: string;
    steps: string[];
    serial: string;
    once: string;
    show: string;
    back: string;
    taken: string;
    download: string;
    open: string;
    /** `{pin}` stands for the PIN. */
    firstPin: string;
  };
}

/** The soft token that waits for its owner; on request it shows the seed and the PIN (C2.002). */
export function SoftToken(props: Props) {
  const form = usePortalForm<SoftTokenState>({ action: takeToken, initial: {}, texts: props.texts.form });
  const { handed } = form.state;
  useHeadingFocus(handed ? 'taken' : 'waiting');
  return (
    <>
      <ErrorSummary form={form} />
      {handed ? <Taken {...props} handed={handed} /> : <Waiting {...props} form={form} />}
    </>
  );
}

function Waiting({ form, logout, texts }: Props & { form: PortalForm<SoftTokenState> }) {
  useSessionWarning(logout);
  return (
    <>
      <p>{texts.intro}</p>
      <ol>
        {texts.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{texts.serial}</p>
      <p className="notice">{texts.once}</p>
      <form id="soft-token" {...form.form}>
        <input type="hidden" name="take" value="yes" />
        <div className="buttons">
          <SubmitButton form={form} label={texts.show} />
        </div>
      </form>
      <a href={logout}>{texts.back}</a>
    </>
  );
}

function Taken({ handed, signIn, texts }: Props & { handed: NonNullable<SoftTokenState['handed']> }) {
  const { address, secret, file, firstPin } = handed;
  const [before, after] = texts.firstPin.split('{pin}');
  return (
    <>
      <p>{texts.taken}</p>
      <p>
        <a {...file}>{texts.download}</a>
      </p>
      <p>
        <a href={address}>{texts.open}</a>
      </p>
      <p className="code">{secret}</p>
      <p>
        {before}
        <strong>{firstPin}</strong>
        {after}
      </p>
      <a className="primary" href={signIn}>
        {texts.back}
      </a>
    </>
  );
}
