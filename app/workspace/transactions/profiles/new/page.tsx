import '../../transactions.css';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ownScheme, ownSchemes } from '@/lib/money/allocation/own-schemes';
import { idOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { Empty } from '../../../ui/empty';
import { PageHead } from '../../../ui/page-head';
import { workspacePage } from '../../../workspace-page';
import { ProfileForm } from '../profile-form';
import { SchemeChoice } from '../scheme-choice';

export const generateMetadata = titled('split.profile.new');

/** A new split profile; if there are several schemes, it first asks for one. */
export default workspacePage(async function NewSplitProfilePage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('transactions', 'modify', 'cost.allocation');
  const { principal, t } = page;
  const asked = (await searchParams).scheme;
  const schemes = await ownSchemes(principal);
  const chosen = typeof asked === 'string' ? idOf(asked) : schemes.length === 1 ? schemes[0]?.id : undefined;
  const scheme = chosen === undefined ? null : await ownScheme(principal, chosen);
  return (
    <>
      <PageHead
        title={t('split.profile.new')}
        trail={[{ href: '/workspace/transactions/profiles', label: t('split.profile.title') }]}
        detail={scheme && [scheme.company, scheme.name].join(' · ')}
      />
      <section className="panel" aria-label={t('split.profile.new')}>
        {scheme ? (
          <ProfileForm scheme={scheme} page={page} />
        ) : schemes.length > 0 ? (
          <SchemeChoice schemes={schemes} t={t} />
        ) : (
          <Empty title={t('split.profile.no.scheme')} />
        )}
      </section>
    </>
  );
});
