import type { Metadata } from 'next';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { Message } from '@/app/sdportal/ui/message';
import { MAX_UPLOAD_BYTES } from '@/lib/core/files/spreadsheet-package';

interface Props {
  params: Promise<PageParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('file.too.large.title')} – ${brand.appName}` };
}

/** Shown by proxy.ts if a form exceeds the framework's limit (C5.065). */
export default async function TooLargePage({ params }: Props) {
  const { t } = await pageContext(params);
  return (
    <Message title={t('file.too.large.title')}>
      <p>{t('file.too.large.advice', { megabytes: MAX_UPLOAD_BYTES / 1024 ** 2 })}</p>
    </Message>
  );
}
