import { readAddress, recordPath, setUpPath } from '@/lib/kit/setup/address';
import '../set-up.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { isLocale, localeName } from '@/lib/core/language/locales';
import { isAssignment } from '@/lib/kit/setup/assigned-places';
import { entityNamed } from '@/lib/kit/setup/entities';
import type { FieldType } from '@/lib/kit/setup/field';
import { ownersSeen } from '@/lib/kit/setup/owners';
import { recordListSeen } from '@/lib/kit/setup/record-list';
import { recordListing } from '@/lib/kit/setup/record-listing';
import { optionKey, textKey } from '@/lib/kit/setup/texts';
import { viewBlocked } from '@/lib/kit/setup/view-limit';
import { ListingView } from '../../listing/listing-view';
import { signedIn } from '../../signed-in';
import { Empty } from '../../ui/empty';
import { Link } from '../../ui/link';
import { DoneNotice, Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { addressQuery, type Query } from '../address';
import { entityPage, onlyAddress } from '../context';
import { recordTitle } from '../labels';
import { OwnerChoice } from '../owner-choice';
import { Places } from '../places';
import { RecordTabs } from '../record-tabs';
import { homeStep, trailTo } from '../trail';

interface Props {
  params: Promise<{ entity: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ brand }, { entity, t }] = await Promise.all([signedIn(), entityPage(params)]);
  return { title: `${t(textKey(entity, 'many'))} – ${brand.appName}` };
}

const DONE = ['created', 'changed', 'deleted', 'kept', 'moved', 'imported'] as const;

/** The records of an entity at an address; without an owner it asks for one, if there are several. */
export default workspacePage(async function RecordsPage({ params, searchParams }: Props) {
  const [context, query] = await Promise.all([entityPage(params), searchParams]);
  const { principal, entity, t, format } = context;
  const text = typeof query.text === 'string' ? query.text.slice(0, 80) : '';
  const given = query.choose ? null : readAddress(query);
  const address = given ?? (entity.parent || query.choose ? null : await onlyAddress(context));
  if (!address && entity.parent) notFound();
  if (!address) return <OwnerChoice entity={entity} owners={await ownersSeen(principal, entity, text)} text={text} />;
  const place = (await recordListSeen(principal, entity, address)) ?? notFound();
  const { owner, parent, above, writable } = place;
  const top = parent ?? above;
  const blocked = await viewBlocked(place);
  // The places of one record are a tree, in which each is ticked rather than added.
  const isTree = isAssignment(entity) && parent !== null;
  const isAdded = writable && !above && !isTree;
  const trail = top ? (await trailTo(principal, t, top)).slice(0, -1) : [homeStep(t, address)];
  const several = !top && (await ownersSeen(principal, entity, '')).length > 1;
  const keep = addressQuery(address);
  const many = t(textKey(entity, 'many'));
  const done = Object.fromEntries(DONE.map((what) => [what, t(`setup.done.${what}`)]));
  return (
    <>
      <PageHead
        title={top ? recordTitle(t, entityNamed(top.entity), top) : many}
        trail={trail}
        detail={
          <>
            <span>
              {owner.name} · {t(`setup.level.${owner.kind}`)} {owner.number}
            </span>
            {several && <a href={setUpPath(`/${entity.name}`, { choose: 'yes' })}>{t('setup.owner.other')}</a>}
          </>
        }
        actions={
          <>
            {isAdded && (
              <a className="button primary" href={setUpPath(`/${entity.name}/new`, keep)}>
                {t('setup.add')}
              </a>
            )}
            {isAdded && (
              <a className="button" href={setUpPath(`/${entity.name}/rows`, keep)}>
                {t('setup.grid.open')}
              </a>
            )}
            <a className="button" href={setUpPath(`/${entity.name}/import`, keep)}>
              {t(writable ? 'setup.import.open' : 'setup.download.open')}
            </a>
          </>
        }
      />
      {top && <RecordTabs entity={entityNamed(top.entity)} record={top} current={entity} />}
      <DoneNotice query={query} texts={done} />
      {!writable && <Notice kind="hint">{t('setup.read.only')}</Notice>}
      {top && <p className="set-up-about">{t(textKey(entity, 'about'))}</p>}
      {blocked ? (
        <Notice kind="hint">{t('setup.view.too.many', blocked)}</Notice>
      ) : isTree ? (
        <Places principal={principal} t={t} entity={entity} list={place} address={address} />
      ) : (
        <ListingView
          listing={recordListing(entity, address)}
          path={setUpPath(`/${entity.name}`)}
          keep={keep}
          searchParams={query}
          page={{ principal, t, format }}
          href={({ issuerId, id }) => recordPath(entity, { issuerId, id })}
          cells={wordCells(context)}
          bulk={writable ? undefined : false}
          empty={
            <Empty title={t('setup.empty')}>
              <p>{t(textKey(entity, 'about'))}</p>
              {writable && !above && (
                <>
                  <p>{t('setup.empty.advice')}</p>
                  <Link className="button primary" href={setUpPath(`/${entity.name}/new`, keep)}>
                    {t('setup.add.title', { entity: t(textKey(entity, 'one')) })}
                  </Link>
                </>
              )}
            </Empty>
          }
        />
      )}
    </>
  );
});

type Context = Awaited<ReturnType<typeof entityPage>>;

/** Cells of choices and languages, in the reader's language. */
function wordCells({ entity, t, locale }: Context) {
  const words: Partial<Record<FieldType, (name: string, value: string) => string>> = {
    choices: (name, value) =>
      value
        .split('; ')
        .map((option) => t(optionKey(entity, name, option)))
        .join(', '),
    language: (_name, value) => (isLocale(value) ? localeName(value, locale) : value)
  };
  return Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, { type }]) => {
      const word = words[type];
      const cell = (row: Record<string, unknown>) => (row[name] ? word?.(name, String(row[name])) : null);
      return word ? [[name, cell]] : [];
    })
  );
}
