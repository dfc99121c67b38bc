import type { Metadata } from 'next';
import { NotFound } from '@/app/sdportal/not-found-message';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';

interface Props {
  params: Promise<PageParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('not.found.title')} – ${brand.appName}` };
}

/** The page of every unknown address (P2.014). */
export default async function NotFoundPage({ params }: Props) {
  return <NotFound page={await pageContext(params)} />;
}
