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
 * Previews a brand's sign-in page, from its draft or from an unsaved form, in a frame of the brand studio. The preview
 * runs no script, submits no form (proxy.ts) and follows no link.
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
