import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { maintenanceFault } from '@/lib/directory/people/maintenance';
import { signInSecurity } from '@/lib/directory/people/security/sign-in-security';
import { fullName } from '@/lib/directory/people/user-record';
import { idOf } from '../../../addresses';
import { signedIn, signedInFor } from '../../../signed-in';
import { DoneNotice, Notice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { workspacePage } from '../../../workspace-page';
import { DualAuthentication } from './dual-authentication';
import { SingleSignOn } from './single-sign-on';
import { TwoFactor } from './two-factor';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('sign.in.security.title')} – ${brand.appName}` };
}

const DONE = ['reset', 'locked', 'cleared', 'token.issued', 'token.revoked', 'sso.set', 'sso.unset'] as const;

/** A user's sign-in settings: dual authentication, two factors, single sign-on (C2.034, C1.017). */
export default workspacePage(async function SignInSecurityPage({ params, searchParams }: Props) {
  const page = await signedInFor('users', 'view');
  const { principal, t } = page;
  const security = await signInSecurity(principal, idOf((await params).id));
  if (!security) notFound();
  const { user } = security;
  const query = await searchParams;
  const canMaintain = !user.deletedAt && !principal.accessor && maintenanceFault(principal, user) === null;
  const section = { page, security, canMaintain };
  return (
    <>
      <PageHead
        title={t('sign.in.security.title')}
        trail={[
          { href: '/workspace/people', label: t('users.title') },
          { href: `/workspace/people/${user.id}`, label: fullName(user) }
        ]}
        detail={user.userId}
      />
      <DoneNotice
        query={query}
        texts={Object.fromEntries(DONE.map((done) => [done, t(`sign.in.security.done.${done}`)]))}
      />
      {!canMaintain && <Notice kind="hint">{t('user.read.only')}</Notice>}
      {security.ssoOnly && <Notice kind="hint">{t('login.sso.only.user')}</Notice>}
      <DualAuthentication {...section} />
      <TwoFactor {...section} />
      <SingleSignOn {...section} />
    </>
  );
});
