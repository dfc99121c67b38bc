import { config } from '@/lib/core/config';
import { PIN_MINUTES } from '@/lib/identity/one-time-pins';
import type { OneTimePasscodeData } from '../enhance/pages/one-time-passcode';
import { Errors } from '../error-summary';
import { TextField } from '../field';
import type { FormState } from '../form-state';
import type { PageContext } from '../page-context';
import type { PortalView } from '../portal-page';

export interface OneTimePasscodeState extends FormState {
  /** The masked address (P2.030), when the page was told a well-formed one. */
  delivery?: string;
  /** Reached with an error in the address (P5.021). */
  error?: boolean;
  /** A new code was sent just now. */
  resent?: boolean;
}

export const CODE_LABELS = { code: 'otp.label' } as const;
const POSITIONS = [1, 2, 3, 4, 5, 6];

/** The message with the address in an element of its own, which the script updates. */
function Message({ page: { t }, delivery }: { page: PageContext; delivery: string | undefined }) {
  const minutes = PIN_MINUTES;
  if (!delivery) return <p id="otp-message">{t('otp.message.unaddressed', { minutes })}</p>;
  const [before, after] = t('otp.message', { email: '\u0000', minutes }).split('\u0000');
  return (
    <p id="otp-message">
      {before}
      <strong id="delivery">{delivery}</strong>
      {after}
    </p>
  );
}

function OneTimePasscode({ page, state }: { page: PageContext; state: OneTimePasscodeState }) {
  const { t, link } = page;
  const action = link('one-time-passcode-component');
  return (
    <div className="card">
      <h1>{t('otp.title')}</h1>
      <Errors page={page} state={state} />
      {state.resent && state.delivery && (
        <p className="success" role="status">
          {t('otp.resend.success', { email: state.delivery })}
        </p>
      )}
      <Message page={page} delivery={state.delivery} />
      <form id="one-time-passcode" method="post" action={action} noValidate>
        {state.delivery && <input type="hidden" name="delivery" value={state.delivery} />}
        <div id="single">
          <TextField
            page={page}
            state={state}
            name="code"
            label={CODE_LABELS.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
          />
        </div>
        <fieldset id="boxes" className="boxes" hidden disabled aria-describedby="boxes-error">
          <legend>{t(CODE_LABELS.code)}</legend>
          <div className="boxes-row">
            {POSITIONS.map((position) => (
              <input
                key={position}
                id={`code-${position}`}
                type="text"
                inputMode="numeric"
                pattern="[0-9]*"
                autoComplete={position === 1 ? 'one-time-code' : 'off'}
                aria-label={t('otp.digit', { position })}
              />
            ))}
          </div>
          <p className="field-error" id="boxes-error">
            {state.faults?.find(({ field }) => field === 'code') && t('otp.code.invalid')}
          </p>
        </fieldset>
        <p id="announcement" aria-live="polite" />
        <button type="submit" className="primary">
          {t('sign.in.button')}
        </button>
      </form>
      <form id="resend" className="resend" method="post" action={action}>
        {state.delivery && <input type="hidden" name="delivery" value={state.delivery} />}
        <p>{t('otp.help')}</p>
        <button type="submit" name="resend" value="yes" className="link">
          {t('otp.resend.link')}
        </button>
      </form>
    </div>
  );
}

/** The one-time passcode page (portal sections 2 and 4). */
export const oneTimePasscodeView: PortalView<OneTimePasscodeState> = {
  component: 'one-time-passcode-component',
  title: ({ brand, t }) => `${t('otp.title')} – ${brand.appName}`,
  render: (page, state) => <OneTimePasscode page={page} state={state} />,
  script: 'one-time-passcode',
  scriptData: ({ t, link, locale }, { error = false }): OneTimePasscodeData => ({
    signIn: link('login-signin-component'),
    logout: link('logout-component'),
    locale,
    uiLogging: config().UI_LOGGING,
    invalid: t('otp.code.invalid'),
    required: t('otp.code.required'),
    resent: t('otp.resend.success', { email: '{email}' }),
    oneProblem: t('error.count', { count: 1 }),
    progress: t('sign.in.progress'),
    system: t('error.system.message'),
    systemHeader: t('error.system.header'),
    error
  })
};
