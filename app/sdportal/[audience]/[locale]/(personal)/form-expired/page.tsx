import type { Metadata } from 'next';
import { pageAsked } from '@/app/sdportal/answer-form';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { personalPage } from '@/app/sdportal/personal-page';
import { Message } from '@/app/sdportal/ui/message';

interface Props {
  params: Promise<PageParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand } = await pageContext(params);
  return { title: brand.appName };
}

/**
 * Shown after the post of an outdated form, whose action a newer release has replaced: it offers the same page again,
 * with its link's token.
 */
export default personalPage(async ({ params }: Props) => {
  const { t } = await pageContext(params);
  const { pathname, searchParams } = new URL((await pageAsked()).url);
  searchParams.delete('expired');
  const address = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  return <Message title={t('sign.in.expired')} action={{ label: t('continue.button'), address }} />;
});
