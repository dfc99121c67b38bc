import { notFound } from 'next/navigation';
import type { SearchParams } from '@/lib/kit/listing/query';
import { type GroupChoices, groupChoices } from '@/lib/money/purchasing/groups/choices';
import { findGroup, mayChangeGroups, type PurchaseGroup } from '@/lib/money/purchasing/groups/groups';
import { SECTIONS, type Section } from '@/lib/money/purchasing/groups/sections';
import { PURCHASE_GROUP } from '@/lib/money/purchasing/groups/states';
import { idOf } from '../../addresses';
import { ReadOnlyNotice } from '../../people/read-only-notice';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { ActionForm } from '../../ui/action-form';
import { formTextsOf } from '../../ui/form-texts';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordActions } from '../../ui/record-actions';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { activate, remove, saveApprovals, saveDetails, saveTemplates, saveTypes, saveUsers } from '../actions';
import { groupValues, sectionFields } from '../fields';
import '../purchase-groups.css';
import { GroupBadge, LIST } from '../shown';
import { AskedFor } from './asked-for';
import { SectionFacts } from './section-facts';
import { SectionIndex } from './section-index';
import { SectionPanel } from './section-panel';

export const generateMetadata = titled('purchase.group');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

type Page = Awaited<ReturnType<typeof signedInFor>>;

const SAVES = {
  details: saveDetails,
  users: saveUsers,
  approvals: saveApprovals,
  types: saveTypes,
  templates: saveTemplates
} satisfies Record<Section, unknown>;

const DONE = ['saved', 'saved.in_progress', 'saved.inactive', 'activated', 'deactivated'] as const;

/** A purchase group on one page: its five sections, each with a tick when it is complete (C2.077, C4.015D). */
export default workspacePage(async function GroupPage({ params, searchParams }: Props) {
  const page = await signedInFor('company_setup', 'view', 'purchasing');
  const { t, principal } = page;
  const group = await findGroup(principal, idOf((await params).id));
  if (!group) notFound();
  const [canChange, choices, query] = await Promise.all([
    mayChangeGroups(principal, group),
    groupChoices(group),
    searchParams
  ]);
  return (
    <>
      <PageHead
        title={group.name}
        trail={[{ href: LIST, label: t('purchase.groups') }]}
        detail={
          <>
            <GroupBadge t={t} state={group.state} /> {group.company} · {group.currency}
          </>
        }
        actions={canChange && <Acts page={page} group={group} />}
      />
      <DoneNotice
        query={query}
        texts={Object.fromEntries(DONE.map((done) => [done, t(`purchase.group.done.${done}`)]))}
      />
      {!canChange && <ReadOnlyNotice principal={principal} t={t} />}
      <div className="group-page">
        <div className="panel group-side">
          <SectionIndex t={t} group={group} />
          {canChange && <Activate page={page} group={group} />}
        </div>
        <div className="group-sections">
          {SECTIONS.map((section) => (
            <SectionPanel key={section} t={t} section={section} group={group}>
              <SectionBody page={page} section={section} group={group} choices={choices} canChange={canChange} />
              {section === 'approvals' && <AskedFor page={page} group={group} amount={query.amount} />}
            </SectionPanel>
          ))}
        </div>
      </div>
    </>
  );
});

interface BodyProps {
  page: Page;
  section: Section;
  group: PurchaseGroup;
  choices: GroupChoices;
  canChange: boolean;
}

/** The form of a section, or what it says. */
function SectionBody({ page: { t }, section, group, choices, canChange }: BodyProps) {
  if (!canChange) return <SectionFacts t={t} section={section} group={group} choices={choices} />;
  const fields = sectionFields(t, section, group, choices);
  const all = groupValues(group);
  const values = Object.fromEntries(fields.map(({ name }) => [name, all[name]]));
  return (
    <RecordForm
      id={section}
      action={SAVES[section]}
      fields={fields}
      values={values}
      // What is typed in one section stays when another is saved.
      rendered={JSON.stringify(values)}
      version={group.version}
      hidden={{ id: group.id }}
      submitLabel={t('form.save')}
      minor
    />
  );
}

/** The button that makes a group active, for a group that isn't. */
function Activate({ page: { t }, group: { id, version, state } }: { page: Page; group: PurchaseGroup }) {
  if (PURCHASE_GROUP.after(state, 'activate') === null) return null;
  return (
    <ActionForm action={activate} texts={formTextsOf(t)} hidden={{ id, version: String(version) }} leaves>
      <button type="submit" className="primary">
        {t('user.event.activate')}
      </button>
    </ActionForm>
  );
}

/** The deletion of a group; one with requests stays, inactive. */
function Acts({ page: { t }, group: { id, version, name, state, isUsed } }: { page: Page; group: PurchaseGroup }) {
  if (isUsed && PURCHASE_GROUP.after(state, 'retire') === null) return null;
  const label = t(isUsed ? 'user.event.deactivate' : 'setup.delete');
  return (
    <RecordActions
      actions={[
        {
          id: 'delete',
          label,
          confirm: {
            question: t(isUsed ? 'purchase.group.deactivate.question' : 'purchase.group.delete.question', { name }),
            explanation: t(isUsed ? 'purchase.group.deactivate.explanation' : 'purchase.group.delete.explanation'),
            confirmLabel: label,
            action: remove,
            hidden: { id, version },
            danger: true
          }
        }
      ]}
    />
  );
}
