import '../expense-policies.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { recordPath } from '@/lib/kit/setup/address';
import { addressOf } from '@/lib/kit/setup/record-list';
import type { SetUpRecord } from '@/lib/kit/setup/records';
import { fieldKey, textKey } from '@/lib/kit/setup/texts';
import { policyVersion } from '@/lib/money/expense-policies/read-version';
import type { RuleKind } from '@/lib/money/expense-policies/rule-kinds';
import { rulesOfPolicy } from '@/lib/money/expense-policies/rules-of-policy';
import { type Standing, standingOf } from '@/lib/money/expense-policies/standing';
import { remove } from '../../set-up/actions';
import type { Query } from '../../set-up/address';
import { recordPage } from '../../set-up/context';
import { type Asked, fieldSpecs, firstValues } from '../../set-up/field-specs';
import { RecordTabs } from '../../set-up/record-tabs';
import { trailTo } from '../../set-up/trail';
import { signedIn } from '../../signed-in';
import { ActionForm } from '../../ui/action-form';
import { Badge } from '../../ui/badge';
import { Facts } from '../../ui/facts';
import { DoneNotice, Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordActions } from '../../ui/record-actions';
import { RecordForm } from '../../ui/record-form';
import { SkeletonCard } from '../../ui/skeleton';
import { workspacePage } from '../../workspace-page';
import { changeVersion, startNext } from '../actions';
import { DryRunPanel } from '../dry-run-panel';
import { RuleGroups } from '../rule-groups';
import { ruleKind } from '../sentences';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Query>;
}

const policyPage = ({ params, searchParams }: Props) =>
  recordPage(
    params.then(({ id }) => ({ entity: 'expense-policy', id })),
    searchParams
  );
type Page = Awaited<ReturnType<typeof policyPage>>;

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [{ brand }, { record }] = await Promise.all([signedIn(), policyPage(props)]);
  return { title: `${record.name} – ${brand.appName}` };
}

const TONES = { draft: 'info', planned: 'info', in_force: 'good', past: 'neutral', inactive: 'neutral' } as const;

/** A version of an expense policy (C2.019): its rules as sentences, and a dry run of them beside. */
export default workspacePage(async function ExpensePolicyPage(props: Props) {
  const page = await policyPage(props);
  const { principal, t, entity, record, place, editable, frozen, query } = page;
  const { issuerId, ownerId, id } = record;
  const [standing, rules, version] = await Promise.all([
    standingOf(record),
    rulesOfPolicy(record),
    policyVersion({ issuerId, companyId: ownerId }, id)
  ]);
  if (!version) notFound();
  const here = (kind?: RuleKind) => recordPath(entity, record, kind ? { add: kind } : {});
  const done = { created: t('setup.done.created'), changed: t('setup.done.changed'), deleted: t('setup.done.deleted') };
  return (
    <>
      <PageHead
        title={record.name}
        trail={(await trailTo(principal, t, record)).slice(0, -1)}
        detail={
          <>
            {t(textKey(entity, 'one'))} · {place.owner.name}{' '}
            <Badge tone={TONES[standing]}>{standingText(page, standing)}</Badge>
          </>
        }
        actions={<Acts page={page} />}
      />
      <RecordTabs entity={entity} record={record} />
      <DoneNotice query={query} texts={done} />
      {!editable && <Notice kind="hint">{t(frozen ?? 'setup.read.only')}</Notice>}
      <div className="policy-page">
        <div className="policy-rules-column">
          <RuleGroups
            reader={page}
            policy={record}
            rules={rules}
            version={version}
            editable={editable}
            adding={ruleKind(query.add)}
            here={here}
          />
        </div>
        <div className="policy-side">
          <Version page={page} />
          <Suspense fallback={<SkeletonCard label={t('expense.dry.title')} lines={6} />}>
            <DryRunPanel reader={page} seen={{ issuerId, id }} />
          </Suspense>
        </div>
      </div>
    </>
  );
});

function standingText({ t, format, record }: Page, standing: Standing): string {
  const { validFrom } = record.values;
  if (standing === 'draft') return t('expense.standing.draft');
  if (standing === 'inactive') return t('setup.status.inactive');
  const date = format.date(String(validFrom));
  if (standing === 'planned') return t('expense.standing.planned', { date });
  return t(standing === 'in_force' ? 'expense.standing.in.force' : 'expense.standing.past', { date });
}

/** The next version, and what else can be done with this one. */
function Acts({ page: { t, entity, record, place, editable } }: { page: Page }) {
  if (!place.writable) return null;
  const { issuerId, id, version } = record;
  const seen = { issuerId, id };
  const texts = { failed: t('save.failed'), serverDown: t('server.down') };
  if (!editable)
    return (
      <ActionForm action={startNext.bind(null, seen)} texts={texts}>
        <button type="submit" className="primary">
          {t('expense.version.next')}
        </button>
      </ActionForm>
    );
  return (
    <RecordActions
      actions={[
        {
          id: 'delete',
          label: t('setup.delete'),
          confirm: {
            question: t('setup.delete.question', { name: record.name }),
            explanation: t('setup.delete.explanation'),
            confirmLabel: t('setup.delete.confirm'),
            action: remove.bind(null, entity.name, seen),
            hidden: { version },
            danger: true
          }
        }
      ]}
    />
  );
}

/** The name, the first day and the instructions. */
async function Version({ page }: { page: Page }) {
  const { principal, t, locale, format, entity, record, place, editable } = page;
  const { issuerId, id } = record;
  return (
    <section className="panel" aria-labelledby="version">
      <h2 id="version">{t('expense.version')}</h2>
      {editable ? (
        <VersionForm
          asked={{ principal, t, locale, place, record }}
          action={changeVersion.bind(null, { issuerId, id })}
        />
      ) : (
        <Facts
          facts={[
            { label: t(fieldKey(entity, 'validFrom')), value: dayOf(format, record) },
            { label: t(fieldKey(entity, 'instructions')), value: record.values.instructions as string | null }
          ]}
        />
      )}
    </section>
  );
}

const dayOf = (format: Page['format'], { values: { validFrom } }: SetUpRecord) =>
  typeof validFrom === 'string' ? format.date(validFrom) : null;

async function VersionForm({
  asked: { record, ...reader },
  action
}: {
  asked: Pick<Asked, 'principal' | 't' | 'locale' | 'place'> & { record: SetUpRecord };
  action: Parameters<typeof RecordForm>[0]['action'];
}) {
  const asked: Asked = {
    ...reader,
    address: addressOf(record),
    values: record.values,
    isNew: false,
    labels: new Map()
  };
  return (
    <RecordForm
      action={action}
      fields={await fieldSpecs(asked)}
      values={firstValues(asked)}
      version={record.version}
      submitLabel={reader.t('setup.save')}
    />
  );
}
