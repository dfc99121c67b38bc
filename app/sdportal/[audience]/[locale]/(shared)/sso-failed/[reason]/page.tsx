import type { Metadata } from 'next';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { Message } from '@/app/sdportal/ui/message';
import type { TextKey } from '@/lib/core/language/text-key';

interface Props {
  params: Promise<PageParams & { reason: string }>;
}

const FAILURES: Record<string, TextKey> = { failed: 'sso.failed', unlinked: 'sso.not.linked' };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('login.failed.header')} – ${brand.appName}` };
}

/** Explains a failed federated sign-in. The sign-in page of such a brand can't, because it redirects at once. */
export default async function SsoFailedPage({ params }: Props) {
  const { t, link } = await pageContext(params);
  const { reason } = await params;
  return (
    <Message
      title={t('login.failed.header')}
      action={{ label: t('ng.return.to.login.screen'), address: link('login-signin-component') }}
    >
      <p>{t(FAILURES[reason] ?? 'sso.failed')}</p>
    </Message>
  );
}
