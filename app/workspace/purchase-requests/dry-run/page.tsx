import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { entityNamed } from '@/lib/kit/setup/entities';
import { recordSeen } from '@/lib/kit/setup/records';
import {
  DRY_RUN_DAYS,
  type DryRun,
  dryRunSchema,
  groupsOf,
  MOST_TRIED,
  tryOnPast
} from '@/lib/money/purchasing/dry-run';
import { termsOfTemplate } from '@/lib/money/purchasing/terms';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { Table } from '../../ui/table';
import { workspacePage } from '../../workspace-page';
import { failureName, failureSentence } from '../failure-sentences';
import { lookBack } from './actions';

export const generateMetadata = titled('purchase.past');

type Page = Awaited<ReturnType<typeof signedInFor>>;

/** What a template would have declined of the purchases of the past (C3.017D). */
export default workspacePage(async function DryRunPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('company_setup', 'view', 'purchasing');
  const { principal, t } = page;
  const query = await searchParams;
  const record = await recordSeen(principal, entityNamed('purchase-template'), {
    issuerId: principal.issuerId,
    id: idOf(String(query.template ?? ''))
  });
  const terms = record && may(principal, 'transactions', 'view') && (await termsOfTemplate(record));
  if (!terms) notFound();
  const asked = dryRunSchema.catch({ days: 90 }).parse(query);
  const place = { issuerId: record.issuerId, companyId: record.ownerId };
  const [groups, run] = await Promise.all([groupsOf(place), tryOnPast(principal, place, terms, asked)]);
  const { name } = terms.template;
  return (
    <>
      <PageHead
        title={t('purchase.past')}
        trail={[{ href: `/workspace/set-up/purchase-template/${record.id}`, label: name }]}
        detail={name}
      />
      <section className="panel" aria-label={t('purchase.past')}>
        <p>{t('purchase.past.hint')}</p>
        <RecordForm
          id="past"
          action={lookBack}
          fields={[
            {
              name: 'days',
              label: t('purchase.past.period'),
              kind: 'select',
              blank: false,
              half: true,
              options: DRY_RUN_DAYS.map((days) => ({ value: String(days), label: t('purchase.past.days', { days }) }))
            },
            {
              name: 'group',
              label: t('purchase.group'),
              kind: 'select',
              half: true,
              options: groups.map((group) => ({ value: group.id, label: group.name })),
              hint: t('purchase.past.group.hint')
            }
          ]}
          values={{ days: String(asked.days), group: asked.group }}
          hidden={{ template: record.id }}
          submitLabel={t('purchase.past.run')}
        />
      </section>
      <Outcome page={page} run={run} />
    </>
  );
});

function Outcome({ page, run }: { page: Page; run: DryRun }) {
  const { t, format } = page;
  const { tried, declined, sums, isCut, byControl, latest, controls } = run;
  const sum = sums.map(({ currency, amount }) => format.money(amount, currency)).join(' + ');
  if (tried === 0) return <Notice kind="hint">{t('purchase.past.none')}</Notice>;
  return (
    <section className="panel" aria-labelledby="past-heading">
      <h2 id="past-heading">{t('purchase.past.result', { declined, tried })}</h2>
      {sum && <p>{t('purchase.past.sum', { sum })}</p>}
      {isCut && <p>{t('purchase.past.cut', { count: MOST_TRIED })}</p>}
      {byControl.length > 0 && (
        <ul>
          {byControl.map(({ failure, count }) => (
            <li key={failure.control}>
              {failureName(page, failure)}: {format.number(count)}
            </li>
          ))}
        </ul>
      )}
      {latest.length > 0 && (
        <Table
          named
          columns={[
            { label: t('transaction.merchant') },
            { label: t('transaction.amount.paid'), figure: true },
            { label: t('authorization.reason') }
          ]}
          rows={latest.map(({ id, day, merchantName, amount, currency, failures }) => ({
            key: id,
            cells: [
              <Link key="charge" href={`/workspace/transactions/${id}`}>
                {`${merchantName || '–'} · ${format.date(day)}`}
              </Link>,
              format.money(amount, currency),
              failures.map((one) => failureSentence(page, controls, { amount, merchant: merchantName }, one)).join(' ')
            ]
          }))}
        />
      )}
      {declined > latest.length && <p>{t('purchase.past.latest', { count: latest.length })}</p>}
    </section>
  );
}
