import type { Metadata } from 'next';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { signInHeading } from '@/app/sdportal/sign-in-heading';
import { SignInScreen } from './sign-in-screen';

interface Props {
  params: Promise<PageParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: signInHeading(await pageContext(params)) };
}

/** The sign-in page of a brand (portal sections 2 and 4). */
export default async function SignInPage({ params }: Props) {
  const { passkeys, ...page } = await pageContext(params);
  return <SignInScreen page={page} passkeys={passkeys} />;
}
