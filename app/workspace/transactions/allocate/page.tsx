import '../transactions.css';
import { notFound } from 'next/navigation';
import { LISTS } from '@/lib/composition/process/lists';
import { meantIds } from '@/lib/kit/bulk/ask-bulk';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ownScheme } from '@/lib/money/allocation/own-schemes';
import { findSplitProfile, profilesFor } from '@/lib/money/allocation/split-profiles';
import { type MassAllocation, massAllocationSchema, massRefusal } from '@/lib/money/transactions/allocate-many';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { type MassPreview, massPreview } from '@/lib/money/transactions/mass-preview';
import { readExtent } from '../../bulk/extent';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import { Facts } from '../../ui/facts';
import { Focused } from '../../ui/focused';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { listOf } from '../transaction-address';
import { askMass, doMass } from './actions';
import { MassConfirm } from './mass-confirm';
import { massFields } from './mass-fields';

export const generateMetadata = titled('allocation.mass.title');

/** The number of transactions checked in advance; others are checked when the action runs. */
const LOOKED_AT = 1_000;

type Page = Awaited<ReturnType<typeof signedInFor>>;
interface Meant {
  /** The selected rows, as encoded in addresses and forms. */
  list: string;
  extent: string;
}

/** Allocates many transactions at once (C2.015): shows the rows and values, then asks for confirmation. */
export default workspacePage(async function MassAllocationPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('transactions', 'modify', 'cost.allocation');
  const { principal, t } = page;
  const query = await searchParams;
  const meant = { list: listOf(query.list), extent: String(query.extent ?? '') };
  const target = { list: TRANSACTIONS.name, parameters: {}, query: meant.list };
  const ids = (await meantIds(LISTS, principal, target, readExtent(meant.extent), LOOKED_AT)) ?? [];
  const preview = await massPreview(principal, ids);
  const back = `/workspace/transactions${meant.list && `?${meant.list}`}`;
  const set = setIn(query);
  return (
    <>
      <PageHead title={t('allocation.mass.title')} trail={[{ href: back, label: t('transaction.title') }]} />
      <section className="panel" aria-label={t('allocation.mass.title')}>
        <Facts facts={previewFacts(preview, page)} />
        {preview.schemes.length === 0 ? (
          <Empty title={t('allocation.mass.none')}>
            <a href={back}>{t('bulk.back')}</a>
          </Empty>
        ) : set ? (
          <Confirmation set={set} meant={meant} preview={preview} back={back} page={page} />
        ) : (
          <Choice meant={meant} preview={preview} asked={query.scheme} back={back} page={page} />
        )}
      </section>
    </>
  );
});

/** The values in the address; absent before the first step. */
function setIn({ set }: SearchParams): MassAllocation | null {
  try {
    const parsed = massAllocationSchema.safeParse(JSON.parse(String(set ?? 'null')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function previewFacts({ looked, closed, schemes, unschemed }: MassPreview, { t }: Page) {
  const more = looked === LOOKED_AT ? t('allocation.mass.looked', { count: LOOKED_AT }) : String(looked);
  return [
    { label: t('allocation.mass.meant'), value: more },
    ...schemes.map(({ name, count }) => ({
      label: t('allocation.mass.open', { scheme: name }),
      value: String(count)
    })),
    ...(closed > 0 ? [{ label: t('allocation.mass.closed'), value: String(closed) }] : []),
    ...(unschemed > 0 ? [{ label: t('allocation.mass.unschemed'), value: String(unschemed) }] : [])
  ];
}

/** The scheme and the values to set. */
async function Choice({
  meant,
  preview: { schemes },
  asked,
  back,
  page: { principal, t }
}: {
  meant: Meant;
  preview: MassPreview;
  asked: SearchParams[string];
  back: string;
  page: Page;
}) {
  const chosen = schemes.find(({ id }) => id === asked) ?? schemes[0];
  const scheme = chosen && (await ownScheme(principal, chosen.id));
  if (!scheme) notFound();
  const profiles = await profilesFor(principal, { issuerId: scheme.issuerId, schemeId: scheme.id });
  return (
    <>
      {schemes.length > 1 && (
        <form method="get" className="split-profile">
          <input type="hidden" name="list" value={meant.list} />
          <input type="hidden" name="extent" value={meant.extent} />
          <div className="field">
            <label htmlFor="scheme">{t('split.profile.scheme')}</label>
            <select id="scheme" name="scheme" defaultValue={scheme.id}>
              {schemes.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <button type="submit">{t('split.profile.scheme.choose')}</button>
        </form>
      )}
      <p>{t('allocation.mass.about')}</p>
      <RecordForm
        action={askMass}
        fields={massFields(principal.role, t, scheme.asks, profiles)}
        submitLabel={t('allocation.mass.check')}
        cancelHref={back}
        hidden={{ ...meant, scheme: scheme.id }}
      />
    </>
  );
}

/** The preview of the values. */
async function Confirmation({
  set,
  meant,
  preview,
  back,
  page: { principal, t }
}: {
  set: MassAllocation;
  meant: Meant;
  preview: MassPreview;
  back: string;
  page: Page;
}) {
  const scheme = await ownScheme(principal, set.schemeId);
  if (!scheme || (await massRefusal(principal, set))) notFound();
  const profile = set.profileId ? await findSplitProfile(principal, set.profileId) : null;
  const count = preview.schemes.find(({ id }) => id === set.schemeId)?.count ?? 0;
  const codes = scheme.asks.codes.flatMap(({ id, name }) => {
    const code = set.codes[id];
    return code ? [{ label: name, value: code }] : [];
  });
  const change = `/workspace/transactions/allocate?${new URLSearchParams({ ...meant, scheme: set.schemeId })}`;
  return (
    <>
      <Focused>
        <h2>{t('allocation.mass.question')}</h2>
      </Focused>
      <p>{t(profile ? 'allocation.mass.says.profile' : 'allocation.mass.says', { count })}</p>
      <Facts facts={[...(profile ? [{ label: t('split.profile.choose'), value: profile.name }] : []), ...codes]} />
      <MassConfirm
        action={doMass}
        hidden={{ ...meant, set: JSON.stringify(set) }}
        back={back}
        change={change}
        texts={{
          confirm: t('allocation.mass.confirm'),
          change: t('allocation.mass.change'),
          back: t('bulk.back'),
          sending: t('form.sending'),
          failed: t('save.failed'),
          serverDown: t('server.down')
        }}
      />
    </>
  );
}
