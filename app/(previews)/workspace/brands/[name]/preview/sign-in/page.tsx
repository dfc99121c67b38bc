import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { SignInScreen } from '@/app/sdportal/[audience]/[locale]/(shared)/login-signin-component/sign-in-screen';
import { PortalFrame } from '@/app/sdportal/portal-frame';
import { takePostedForm } from '@/app/sdportal/posted-form';
import { signInHeading } from '@/app/sdportal/sign-in-heading';
import { administrator } from '@/app/workspace/brands/administrator';
import { draftShown } from '@/app/workspace/brands/preview';
import { translator } from '@/lib/core/language/texts';

export const dynamic = 'force-dynamic';

interface Props {
  params: Promise<{ name: string }>;
  searchParams: Promise<{ previewLocale?: string | string[] }>;
}

/**
 * The sign-in page of a brand as its draft makes it, or as a form that nobody has saved would: the page's own parts,
 * for a frame of the brand studio. Nothing in it runs, no form can be sent from it (proxy.ts), and no link leads on.
 */
export default async function SignInPreview({ params, searchParams }: Props) {
  const { by } = await administrator();
  const posted = takePostedForm((await headers()).get('x-request-id') ?? '');
  const form = posted && Object.fromEntries(posted.fields ?? []);
  const wanted = form ? form.previewLocale : (await searchParams).previewLocale;
  const shown = await draftShown(by, (await params).name, { form, wanted });
  if (!shown) notFound();
  const { brand, locale } = shown;
  const page = { brand, locale, t: translator(locale, brand.texts[locale]), link: () => '#' };
  return (
    <PortalFrame page={page}>
      <title>{signInHeading(page)}</title>
      <SignInScreen page={page} passkeys={brand.passkeysAllowed} />
    </PortalFrame>
  );
}
