import type { Metadata } from 'next';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { Message } from '@/app/sdportal/ui/message';

interface Props {
  params: Promise<PageParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('request.refused.title')} – ${brand.appName}` };
}

/** Shown for a post that none of the portal's forms sent (P7.002). */
export default async function RefusedPage({ params }: Props) {
  const { t, link } = await pageContext(params);
  return (
    <Message
      title={t('request.refused.title')}
      action={{ label: t('ng.return.to.login.screen'), address: link('login-signin-component') }}
    >
      <p>{t('request.refused.message')}</p>
    </Message>
  );
}
