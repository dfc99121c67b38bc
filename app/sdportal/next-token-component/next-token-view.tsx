import type { NextTokenData } from '../enhance/pages/next-token';
import { Errors } from '../error-summary';
import { Announcement, SecretField } from '../field';
import type { FormState } from '../form-state';
import { formTexts, requiredTexts } from '../form-texts';
import type { PageContext } from '../page-context';
import type { PortalView } from '../portal-page';

export const NEXT_LABELS = { password: 'next.passcode.label' };

function NextToken({ page, state }: { page: PageContext; state: FormState }) {
  const { t, link } = page;
  return (
    <div className="card">
      <h1>{t('next.token.title')}</h1>
      <p id="next-token-message">{t('next.token.message')}</p>
      <Errors page={page} state={state} />
      <form id="next-token" method="post" action={link('next-token-component')} noValidate>
        <SecretField
          page={page}
          state={state}
          name="password"
          label={NEXT_LABELS.password}
          describedBy="next-token-message"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
        />
        <Announcement />
        <div className="buttons">
          <button type="submit" className="primary">
            {t('continue.button')}
          </button>
          <a className="secondary" href={link('logout-component')}>
            {t('cancel.button')}
          </a>
        </div>
      </form>
    </div>
  );
}

/** The page that asks for the next passcode of a token (portal sections 2 and 4). */
export const nextTokenView: PortalView<FormState> = {
  component: 'next-token-component',
  title: ({ brand, t }) => `${t('next.token.title')} – ${brand.appName}`,
  render: (page, state) => <NextToken page={page} state={state} />,
  script: 'next-token',
  scriptData: (page): NextTokenData => ({
    logout: page.link('logout-component'),
    form: formTexts(page),
    required: requiredTexts(page, NEXT_LABELS),
    passcodeLength: page.t('passcode.length'),
    invalidToken: page.t('invalid.passcode')
  })
};
