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

/** Shown by proxy.ts if another site's page posts to the workspace (P7.002). */
export default async function WorkspaceRefusedPage({ params }: Props) {
  const { t } = await pageContext(params);
  return (
    <Message title={t('request.refused.title')} action={{ label: t('not.found.home'), address: '/workspace' }}>
      <p>{t('request.refused.message')}</p>
    </Message>
  );
}
