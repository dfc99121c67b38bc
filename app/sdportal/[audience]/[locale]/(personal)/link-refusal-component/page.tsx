import type { Metadata } from 'next';
import { cache } from 'react';
import { tokenAsked } from '@/app/sdportal/answer-form';
import { formTexts } from '@/app/sdportal/form-texts';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { personalPage } from '@/app/sdportal/personal-page';
import { refusableLink } from '@/lib/directory/people/links/link-refusal';
import { LinkRefusalForm } from './link-refusal-form';

interface Props {
  params: Promise<PageParams>;
}

/** The user ids that the refusal concerns; null if its link is no longer valid. */
const linkBehind = cache(async (token: string) => (token === '' ? null : refusableLink(token)));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  // The page repeats the check and shows the failure.
  const refusable = await linkBehind(await tokenAsked()).catch(() => null);
  return { title: `${t(refusable ? 'link.refusal.title' : 'expired.link.title')} – ${brand.appName}` };
}

/**
 * The page behind the link in a mail about linked user ids. It asks for confirmation, because mail programs open links
 * by themselves.
 */
export default personalPage(async ({ params }: Props) => {
  const page = await pageContext(params);
  const { t, link } = page;
  const token = await tokenAsked();
  const refusable = await linkBehind(token);
  return (
    <LinkRefusalForm
      token={refusable && token}
      signIn={link('login-signin-component')}
      texts={{
        form: formTexts(page, 'busy.saving'),
        title: t('link.refusal.title'),
        question: refusable ? t('link.refusal.question', { ...refusable }) : '',
        submit: t('link.refuse'),
        cancel: t('cancel.button'),
        outcomes: {
          refused: { title: t('link.refusal.done.title'), message: t('link.refusal.done') },
          inactive: { title: t('expired.link.title'), message: t('link.refusal.inactive') }
        },
        toSignIn: t('ng.return.to.login.screen')
      }}
    />
  );
});
