import type { NextTokenData } from '../enhance/pages/next-token';
import { SecretField } from '../field';
import { FormCard } from '../form-card';
import type { FormState } from '../form-state';
import { formTexts, requiredTexts } from '../form-texts';
import type { PageContext } from '../page-context';
import type { PortalView } from '../portal-page';

export const NEXT_LABELS = { password: 'next.passcode.label' } as const;

function NextToken({ page, state }: { page: PageContext; state: FormState }) {
  return (
    <FormCard
      page={page}
      state={state}
      id="next-token"
      component="next-token-component"
      title="next.token.title"
      intro={<p id="next-token-message">{page.t('next.token.message')}</p>}
      cancel="logout-component"
    >
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
    </FormCard>
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
