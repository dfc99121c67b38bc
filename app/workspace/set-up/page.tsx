import { readAddress, setUpPath } from '@/lib/kit/setup/address';
import './set-up.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { programFeatures } from '@/lib/directory/programs/features';
import { ENTITIES } from '@/lib/kit/setup/entities';
import { GROUPS } from '@/lib/kit/setup/entity';
import { isOffered } from '@/lib/kit/setup/record-list';
import { textKey } from '@/lib/kit/setup/texts';
import { signedIn, signedInPrincipal } from '../signed-in';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { listPath, type Query } from './address';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('setup.title')} – ${brand.appName}` };
}

/** Every set-up list that the user may see, by group. */
export default workspacePage(async function SetUpPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ principal, t }, query] = await Promise.all([signedInPrincipal(), searchParams]);
  const address = readAddress(query);
  const features = await programFeatures(principal);
  const seen = [...ENTITIES.values()].filter(
    (entity) => !entity.parent && may(principal, entity.area, 'view') && isOffered(entity, features)
  );
  if (seen.length === 0) notFound();
  return (
    <>
      <PageHead title={t('setup.title')} detail={t('setup.about')} />
      {GROUPS.filter((group) => seen.some((entity) => entity.group === group)).map((group) => (
        <section key={group} aria-labelledby={`group-${group}`} className="set-up-group">
          <h2 id={`group-${group}`}>{t(`setup.group.${group}`)}</h2>
          <ul className="set-up-cards">
            {seen
              .filter((entity) => entity.group === group)
              .map((entity) => (
                <li key={entity.name}>
                  <a
                    href={
                      // The last viewed company is kept for lists that a company can own.
                      address?.companyId && entity.levels.includes('company')
                        ? listPath(entity, { issuerId: address.issuerId, companyId: address.companyId })
                        : setUpPath(`/${entity.name}`)
                    }
                  >
                    {t(textKey(entity, 'many'))}
                  </a>
                  <p>{t(textKey(entity, 'about'))}</p>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
});
