import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { pageAsked } from '@/app/sdportal/answer-form';
import { formTexts, secretTexts } from '@/app/sdportal/form-texts';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { personalPage } from '@/app/sdportal/personal-page';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { PIN_LABELS } from './labels';
import { loggedOut } from './logged-out';
import { NewPinForm } from './new-pin-form';

interface Props {
  params: Promise<PageParams>;
}

const STEPS = [1, 2, 3, 4] as const;
const atThisStep = actorAt('new_pin');

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('new.pin.title')} – ${brand.appName}` };
}

/** The page on which a token user sets a new PIN; other users have no access (P4.024, P4.025, P6.006). */
export default personalPage(async ({ params }: Props) => {
  const page = await pageContext(params);
  const { t, link } = page;
  if (!(await atThisStep(await pageAsked()))) redirect(link('logout-component'));
  return (
    <div className="card">
      <h1>{t('new.pin.title')}</h1>
      {/* Initially open; the user can close it to save space (P2.054). */}
      <details className="instructions" open>
        <summary>{t('new.pin.instructions')}</summary>
        <ol>
          {STEPS.map((step) => (
            <li key={step}>{t(`new.pin.instruction.${step}`)}</li>
          ))}
        </ol>
      </details>
      <NewPinForm
        logout={link('logout-component')}
        failed={loggedOut(page, 'error')}
        texts={{
          form: formTexts(page, 'busy.saving'),
          newPin: secretTexts(page, PIN_LABELS.newPin),
          confirmPin: secretTexts(page, PIN_LABELS.confirmPin),
          passcode: secretTexts(page, PIN_LABELS.passcode),
          rule: t('pin.rule'),
          fourDigits: t('pin.four.digits'),
          leadingZero: t('pin.leading.zero'),
          notMatching: t('pin.confirm.not.match'),
          passcodeLength: t('passcode.length'),
          save: t('save.button'),
          cancel: t('cancel.button')
        }}
      />
    </div>
  );
});
