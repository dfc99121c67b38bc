import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { pageAsked } from '@/app/sdportal/answer-form';
import { formTexts } from '@/app/sdportal/form-texts';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { personalPage } from '@/app/sdportal/personal-page';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { tokenStatus } from '@/lib/sign-in/token/soft-tokens';
import { SoftToken } from './soft-token';

interface Props {
  params: Promise<PageParams>;
}

const STEPS = [1, 2, 3] as const;
const atThisStep = actorAt('soft_token');

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('soft.token.title')} – ${brand.appName}` };
}

/** The serial number of the token that waits for the user at this step. */
async function serialOf(request: Request): Promise<string | null> {
  const actor = await atThisStep(request);
  const token = actor && (await tokenStatus({ issuerId: actor.issuerId, id: actor.userId }));
  return token?.status === 'pending' ? token.serialNumber : null;
}

/**
 * The page on which a user set to two-factor receives the seed of a soft token (C2.002). It is available only at that
 * step.
 */
export default personalPage(async ({ params }: Props) => {
  const page = await pageContext(params);
  const { t, link } = page;
  const asked = await pageAsked();
  const serial = await serialOf(asked);
  // After the hand-out no token is waiting.
  if (serial === null && asked.method !== 'POST') redirect(link('login-signin-component'));
  return (
    <div className="card">
      <h1>{t('soft.token.title')}</h1>
      <SoftToken
        logout={link('logout-component')}
        signIn={link('login-signin-component')}
        texts={{
          form: formTexts(page, 'busy.checking'),
          intro: t('soft.token.intro'),
          steps: STEPS.map((step) => t(`soft.token.step.${step}`)),
          serial: t('soft.token.serial', { serial: serial ?? '' }),
          once: t('soft.token.once'),
          show: t('soft.token.show'),
          back: t('ng.return.to.login.screen'),
          taken: t('soft.token.address.message'),
          download: t('soft.token.download'),
          open: t('soft.token.address.open'),
          firstPin: t('soft.token.first.pin', { pin: '{pin}' })
        }}
      />
    </div>
  );
});
