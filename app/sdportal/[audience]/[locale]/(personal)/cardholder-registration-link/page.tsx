import type { Metadata } from 'next';
import { tokenAsked } from '@/app/sdportal/answer-form';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { passwordTexts } from '@/app/sdportal/password-texts';
import { personalPage } from '@/app/sdportal/personal-page';
import { RegistrationLinkExpired, Said } from '@/app/sdportal/registration-screens';
import { matchedBy } from '@/lib/directory/registration/complete-cardholder';
import { MISSES_BEFORE_LOCK } from '@/lib/directory/registration/registration-locks';
import { begunBy } from '@/lib/directory/registration/start-registration';
import { RegistrationForm } from '../../(shared)/(steps)/cardholder-registration-component/registration-form';
import { cardholderTexts, cardholderTitle } from '../../(shared)/(steps)/cardholder-registration-component/texts';

interface Props {
  params: Promise<PageParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: cardholderTitle(await pageContext(params)) };
}

/** The page behind the mailed link of a cardholder's registration: it shows the current step. */
export default personalPage(async ({ params }: Props) => {
  const page = await pageContext(params);
  const token = await tokenAsked();
  const matched = await matchedBy(token);
  const step = matched ? 'choice' : 'details';
  const isGood = matched || (await begunBy(token, ['cardholder']));
  const texts = cardholderTexts(page, step);
  return (
    <RegistrationForm
      screen={isGood ? step : 'expired'}
      token={isGood ? token : ''}
      texts={
        matched
          ? { ...texts, password: passwordTexts(page, { minimum: matched.passwordMinimum, isFirst: true }) }
          : texts
      }
      ends={{
        expired: <RegistrationLinkExpired page={page} again="cardholder-registration-component" />,
        locked: (
          <Said
            page={page}
            title="registration.locked.title"
            message="registration.locked"
            params={{ count: MISSES_BEFORE_LOCK }}
          />
        ),
        done: <Said page={page} title="registration.done.title" message="registration.done.message" />
      }}
      signIn={page.link('login-signin-component')}
    />
  );
});
