import type { NewPinData } from '../enhance/pages/new-pin';
import { Errors } from '../error-summary';
import { Announcement, SecretField } from '../field';
import { FormButtons } from '../form-card';
import type { FormState } from '../form-state';
import { formTexts, requiredTexts } from '../form-texts';
import type { PageContext } from '../page-context';
import type { PortalView } from '../portal-page';

export const PIN_LABELS = {
  newPin: 'new.pin.label',
  confirmPin: 'confirm.pin.label',
  passcode: 'next.passcode.label'
} as const;
const STEPS = [1, 2, 3, 4] as const;

function NewPin({ page, state }: { page: PageContext; state: FormState }) {
  const { t, link } = page;
  const field = { page, state, inputMode: 'numeric' as const, autoComplete: 'off' };
  return (
    <div className="card">
      <h1>{t('new.pin.title')}</h1>
      <Errors page={page} state={state} />
      {/* Open at first; closed by whoever needs the room (P2.054). */}
      <details className="instructions" open>
        <summary>{t('new.pin.instructions')}</summary>
        <ol>
          {STEPS.map((step) => (
            <li key={step}>{t(`new.pin.instruction.${step}`)}</li>
          ))}
        </ol>
      </details>
      <form id="new-pin" method="post" action={link('new-rsa-pin-component')} noValidate>
        <SecretField {...field} name="newPin" label={PIN_LABELS.newPin} maxLength={4} />
        <SecretField {...field} name="confirmPin" label={PIN_LABELS.confirmPin} maxLength={4} />
        <SecretField
          {...field}
          name="passcode"
          label={PIN_LABELS.passcode}
          maxLength={8}
          autoComplete="one-time-code"
        />
        <Announcement />
        <FormButtons page={page} submit="save.button" cancel="logout-component" />
      </form>
    </div>
  );
}

/** The page where a token user sets a new PIN (portal sections 2 and 4). */
export const newPinView: PortalView<FormState> = {
  component: 'new-rsa-pin-component',
  title: ({ brand, t }) => `${t('new.pin.title')} – ${brand.appName}`,
  render: (page, state) => <NewPin page={page} state={state} />,
  script: 'new-pin',
  scriptData: (page): NewPinData => ({
    logout: page.link('logout-component'),
    form: formTexts(page),
    required: requiredTexts(page, PIN_LABELS),
    fourDigits: page.t('pin.four.digits'),
    leadingZero: page.t('pin.leading.zero'),
    notMatching: page.t('pin.confirm.not.match'),
    passcodeLength: page.t('passcode.length'),
    invalidPin: page.t('invalid.pin')
  })
};
