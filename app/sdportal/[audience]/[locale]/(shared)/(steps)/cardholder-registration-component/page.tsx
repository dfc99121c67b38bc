import type { Metadata } from 'next';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { LinkSent } from '@/app/sdportal/registration-screens';
import { RegistrationForm } from './registration-form';
import { cardholderTexts, cardholderTitle } from './texts';

interface Props {
  params: Promise<PageParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: cardholderTitle(await pageContext(params)) };
}

/** The page on which a cardholder begins to register (C2.001); the mailed link opens the later steps. */
export default async function CardholderRegistrationPage({ params }: Props) {
  const page = await pageContext(params);
  return (
    <RegistrationForm
      screen="start"
      texts={cardholderTexts(page, 'start')}
      ends={{ sent: <LinkSent page={page} /> }}
      signIn={page.link('login-signin-component')}
    />
  );
}
