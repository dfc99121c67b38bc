import { notFound } from 'next/navigation';
import { lackedFeatures } from '@/lib/access/policy/features';
import type { TextKey } from '@/lib/core/language/text-key';
import { todayAt } from '@/lib/directory/structure/reads/today';
import type { SearchParams } from '@/lib/kit/listing/query';
import { type Delegation, ownDelegations } from '@/lib/money/approvals/delegations';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Badge } from '../../ui/badge';
import { Confirm } from '../../ui/confirm';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { add, withdraw } from './actions';
import { delegationFields } from './fields';

export const generateMetadata = titled('delegation.title');

type Page = Pick<Awaited<ReturnType<typeof signedInFor>>, 't' | 'format'>;

/** The user's delegations: those given and those received (CD.22). */
export default workspacePage(async function DelegationPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('approvals', 'approve', 'transaction.review');
  const { principal, t } = page;
  if (lackedFeatures(principal).includes('delegation')) notFound();
  const [given, received, today] = await Promise.all([
    ownDelegations(principal, 'given'),
    ownDelegations(principal, 'received'),
    todayAt(principal.issuerId)
  ]);
  return (
    <>
      <PageHead title={t('delegation.title')} />
      <DoneNotice
        query={await searchParams}
        texts={{ created: t('delegation.done.created'), withdrawn: t('delegation.done.withdrawn') }}
      />
      <section className="panel" aria-labelledby="given-heading">
        <h2 id="given-heading">{t('delegation.given')}</h2>
        <Delegations of={given} none="delegation.given.none" page={page} isOwn />
      </section>
      <section className="panel" aria-labelledby="received-heading">
        <h2 id="received-heading">{t('delegation.received')}</h2>
        <Delegations of={received} none="delegation.received.none" page={page} />
      </section>
      <section className="panel" aria-labelledby="new-heading">
        <h2 id="new-heading">{t('delegation.new')}</h2>
        <RecordForm
          action={add}
          fields={delegationFields(t)}
          values={{ firstDay: today, lastDay: today }}
          submitLabel={t('delegation.add')}
        />
      </section>
    </>
  );
});

const TONES = { current: 'good', coming: 'neutral', over: 'neutral', withdrawn: 'neutral' } as const;

interface Props {
  of: readonly Delegation[];
  /** Message key of the empty state. */
  none: TextKey;
  page: Page;
  /** Whether the user gave these delegations and can withdraw them. */
  isOwn?: true;
}

function Delegations({ of, none, page: { t, format }, isOwn }: Props) {
  if (of.length === 0) return <p className="muted">{t(none)}</p>;
  return (
    <ul className="records">
      {of.map(({ id, name, firstDay, lastDay, reason, state }) => (
        <li key={id}>
          <div>
            <h3>
              {name}
              <Badge tone={TONES[state]}>{t(`delegation.state.${state}`)}</Badge>
            </h3>
            <p>{`${format.date(firstDay)} – ${format.date(lastDay)}`}</p>
            {reason && <p className="muted">{reason}</p>}
          </div>
          {isOwn && (state === 'current' || state === 'coming') && (
            <Confirm
              label={t('delegation.withdraw')}
              question={t('delegation.withdraw.question', { name })}
              explanation={t('delegation.withdraw.explanation')}
              confirmLabel={t('delegation.withdraw')}
              action={withdraw}
              hidden={{ id }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
