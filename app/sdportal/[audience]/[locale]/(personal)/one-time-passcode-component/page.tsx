import type { Metadata } from 'next';
import { pageAsked } from '@/app/sdportal/answer-form';
import { formTexts } from '@/app/sdportal/form-texts';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { personalPage } from '@/app/sdportal/personal-page';
import { config } from '@/lib/core/server/config';
import { isMaskedAddress } from '@/lib/sign-in/account/masked-address';
import { PIN_MINUTES } from '@/lib/sign-in/one-time-pin/one-time-pins';
import { CODE_LABELS } from './labels';
import { PasscodeForms } from './passcode-forms';

interface Props {
  params: Promise<PageParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('otp.title')} – ${brand.appName}` };
}

/** The page that asks for the e-mailed code (P2.026 to P2.030). */
export default personalPage(async ({ params }: Props) => {
  const page = await pageContext(params);
  const { t, link } = page;
  const { searchParams: query } = new URL((await pageAsked()).url);
  const delivery = query.get('delivery');
  const minutes = PIN_MINUTES;
  return (
    <div className="card">
      <h1>{t('otp.title')}</h1>
      <PasscodeForms
        {...(isMaskedAddress(delivery) && { delivery })}
        failed={Boolean(query.get('error'))}
        uiLogging={config().UI_LOGGING}
        signIn={link('login-signin-component')}
        logout={link('logout-component')}
        texts={{
          form: formTexts(page),
          resending: formTexts(page, 'busy.sending'),
          message: t('otp.message', { email: '{email}', minutes }),
          unaddressed: t('otp.message.unaddressed', { minutes }),
          code: t(CODE_LABELS.code),
          digits: [1, 2, 3, 4, 5, 6].map((position) => t('otp.digit', { position })),
          required: t('otp.code.required'),
          invalid: t('otp.code.invalid'),
          signIn: t('sign.in.button'),
          help: t('otp.help'),
          resend: t('otp.resend.link'),
          resent: t('otp.resend.success', { email: '{email}' }),
          back: t('ng.return.to.login.screen')
        }}
      />
    </div>
  );
});
