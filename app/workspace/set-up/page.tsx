import { readAddress } from '@/lib/kit/setup/address';
import './set-up.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import type { Principal } from '@/lib/access/policy/principal';
import { seenNode } from '@/lib/directory/structure/nodes';
import { recordCounts } from '@/lib/kit/setup/record-counts';
import type { RecordListAddress } from '@/lib/kit/setup/record-list';
import { type SetupPage, setupFor } from '../navigation';
import { signedIn, signedInPrincipal } from '../signed-in';
import { Cards } from '../ui/cards';
import { PageHead } from '../ui/page-head';
import { SkeletonCard } from '../ui/skeleton';
import { workspacePage } from '../workspace-page';
import { listPath, type Query } from './address';
import { SetupSteps } from './setup-steps';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('setup.title')} – ${brand.appName}` };
}

/** Every set-up page and list that the user may see, by group. */
export default workspacePage(async function SetUpPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ principal, program, t }, query] = await Promise.all([signedInPrincipal(), searchParams]);
  const address = readAddress(query);
  const groups = setupFor(principal, program);
  if (groups.length === 0) notFound();
  const owner = await ownerOfSteps(principal, address);
  const counts = owner && (await recordCounts(principal, owner));
  /** How many records the owner has in a list of its own level. */
  const countIn = ({ entity }: SetupPage) =>
    counts && entity?.levels.includes(owner.companyId === null ? 'issuer' : 'company')
      ? t('listing.count', { count: counts.get(entity.name) ?? 0 })
      : null;
  return (
    <>
      <PageHead title={t('setup.title')} detail={t('setup.about')} />
      {owner && (
        <Suspense fallback={<SkeletonCard label={t('setup.title')} lines={6} />}>
          <SetupSteps owner={owner} name={owner.name} />
        </Suspense>
      )}
      {groups.map(({ group, pages }) => (
        <section key={group} aria-labelledby={`group-${group}`} className="card-group">
          <h2 id={`group-${group}`}>{t(`navigation.${group}`)}</h2>
          <Cards
            cards={pages.map((page) => ({
              href: hrefIn(page, address),
              name: t(page.label),
              detail: page.about && t(page.about),
              support: countIn(page)
            }))}
          />
        </section>
      ))}
    </>
  );
});

/** The company that is being set up: the last viewed one, or the user's own; else the user's own issuer. */
async function ownerOfSteps(principal: Principal, address: RecordListAddress | null) {
  const [own, ...more] = principal.scope.subtrees;
  const id = address?.companyId ?? (more.length === 0 ? (own?.companyId ?? own?.nodeId) : undefined);
  const node = id === undefined ? null : await seenNode(principal, id);
  if (!node || (node.kind !== 'company' && node.kind !== 'issuer')) return null;
  return { issuerId: node.issuerId, companyId: node.companyId, name: node.name1 };
}

/** The address of a page; the last viewed company is kept for lists that a company can own. */
function hrefIn({ href, entity }: SetupPage, address: RecordListAddress | null): string {
  return entity && address?.companyId && entity.levels.includes('company')
    ? listPath(entity, { issuerId: address.issuerId, companyId: address.companyId })
    : href;
}
