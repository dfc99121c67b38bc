import type { Metadata } from 'next';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { Message } from '@/app/sdportal/ui/message';

interface Props {
  params: Promise<PageParams & { page: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand } = await pageContext(params);
  return { title: brand.appName };
}

/** What a form leads to that a newer release has another in place of: the same page, anew. */
export default async function FormExpiredPage({ params }: Props) {
  const { t, link } = await pageContext(params);
  const { page } = await params;
  return <Message title={t('sign.in.expired')} action={{ label: t('continue.button'), address: link(page) }} />;
}
