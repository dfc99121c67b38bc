import '../../set-up.css';
import type { Metadata } from 'next';
import { may } from '@/lib/access/policy/principal';
import { GRAPHICS } from '@/lib/core/files/uploads';
import { setUpPath } from '@/lib/kit/setup/address';
import type { Values } from '@/lib/kit/setup/field';
import { chosenLabels } from '@/lib/kit/setup/field-choices';
import { addressOf } from '@/lib/kit/setup/record-list';
import { fieldKey, textKey } from '@/lib/kit/setup/texts';
import { BesideRecord } from '../../../purchase-requests/beside-record';
import { signedIn } from '../../../signed-in';
import { Badge } from '../../../ui/badge';
import { Facts } from '../../../ui/facts';
import { DoneNotice, Notice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { RecordActions } from '../../../ui/record-actions';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { activate, change, move, remove } from '../../actions';
import { addressQuery, homeListPath, type Query } from '../../address';
import { recordPage } from '../../context';
import { type Asked, fieldSpecs, firstValues, hasFile, savePath } from '../../field-specs';
import { recordTitle, valueShown } from '../../labels';
import { RecordTabs } from '../../record-tabs';
import { trailTo } from '../../trail';
import { PositionField } from './position-field';

interface Props {
  params: Promise<{ entity: string; id: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const [{ brand }, { t, entity, record }] = await Promise.all([signedIn(), recordPage(params, searchParams)]);
  return { title: `${recordTitle(t, entity, record)} – ${brand.appName}` };
}

/** One record: its form, or its values for users with read access only. */
export default workspacePage(async function RecordPage({ params, searchParams }: Props) {
  const page = await recordPage(params, searchParams);
  const { principal, t, entity, record, editable, query } = page;
  const trail = (await trailTo(principal, t, record)).slice(0, -1);
  const done = { activated: t('setup.done.activated'), deactivated: t('setup.done.deactivated') };
  return (
    <>
      <PageHead
        title={recordTitle(t, entity, record)}
        trail={trail}
        detail={
          <>
            {t(textKey(entity, 'one'))} · {page.place.owner.name}{' '}
            <Badge tone={record.active ? 'good' : 'neutral'}>
              {t(record.active ? 'setup.status.active' : 'setup.status.inactive')}
            </Badge>
          </>
        }
        actions={<Acts page={page} />}
      />
      <RecordTabs entity={entity} record={record} />
      <DoneNotice query={query} texts={done} />
      {!editable && (
        <Notice kind="hint">{t(page.frozen ?? (page.place.writable ? 'setup.level.above' : 'setup.read.only'))}</Notice>
      )}
      <BesideRecord
        {...{ entity, record, editable }}
        reader={page}
        seesTransactions={may(principal, 'transactions', 'view')}
      />
      {editable ? <ChangeForm page={page} /> : <RecordFacts page={page} />}
    </>
  );
});

type Page = Awaited<ReturnType<typeof recordPage>>;

/** The actions on a record other than editing. */
function Acts({ page: { t, entity, record, place, editable } }: { page: Page }) {
  if (!place.writable) return null;
  const { issuerId, id, version, active } = record;
  const seen = { issuerId, id };
  const name = recordTitle(t, entity, record);
  const copyHref = entity.copiesParts
    ? setUpPath(`/${entity.name}/${id}/copy`, { issuer: issuerId })
    : setUpPath(`/${entity.name}/new`, { ...addressQuery(addressOf(record)), from: id });
  const followHref = setUpPath(`/${entity.name}/${id}/follow`, { issuer: issuerId });
  const seenAs = (what: 'move' | 'activate' | 'deactivate' | 'delete') => ({
    question: t(`setup.${what}.question`, { name }),
    hidden: { version }
  });
  const turning = active ? 'deactivate' : 'activate';
  return (
    <RecordActions
      actions={[
        ...(editable && entity.dated ? [{ id: 'follow', label: t('setup.dated.follow'), href: followHref }] : []),
        { id: 'copy', label: t('setup.copy'), href: copyHref },
        ...(editable && entity.ordered
          ? [
              {
                id: 'move',
                label: t('setup.move'),
                confirm: {
                  ...seenAs('move'),
                  confirmLabel: t('setup.move'),
                  action: move.bind(null, entity.name, seen),
                  danger: false,
                  children: <PositionField label={t('setup.position')} position={record.position} />
                }
              }
            ]
          : []),
        ...(editable
          ? [
              {
                id: turning,
                label: t(`setup.${turning}`),
                confirm: {
                  ...seenAs(turning),
                  explanation: t(`setup.${turning}.explanation`),
                  confirmLabel: t(`setup.${turning}`),
                  action: activate.bind(null, entity.name, seen, !active),
                  danger: false
                }
              },
              {
                id: 'delete',
                label: t('setup.delete'),
                confirm: {
                  ...seenAs('delete'),
                  explanation: t('setup.delete.explanation'),
                  confirmLabel: t('setup.delete.confirm'),
                  action: remove.bind(null, entity.name, seen),
                  danger: true
                }
              }
            ]
          : [])
      ]}
    />
  );
}

async function ChangeForm({ page: { principal, t, locale, entity, record, place } }: { page: Page }) {
  const { issuerId, id, values } = record;
  const labels = await chosenLabels(place, values);
  const asked: Asked = { principal, t, locale, place, address: addressOf(record), values, isNew: false, labels };
  const fields = await fieldSpecs(asked);
  return (
    <>
      <Files entity={entity} record={record} values={values} t={t} />
      <RecordForm
        action={
          hasFile(fields) ? savePath(place, { issuer: issuerId, id }) : change.bind(null, entity.name, { issuerId, id })
        }
        fields={fields}
        values={firstValues(asked)}
        version={record.version}
        submitLabel={t('setup.save')}
        cancelHref={homeListPath(entity, record)}
      />
    </>
  );
}

async function RecordFacts({ page: { t, locale, format, entity, record, place } }: { page: Page }) {
  const { values } = record;
  const labels = await chosenLabels(place, values);
  const fields = Object.entries(entity.fields).filter(([, { type }]) => type !== 'file');
  const facts = fields.map(([name, field]) => ({
    label: t(fieldKey(entity, name)),
    value: valueShown(entity, name, field, values[name], { t, locale, format, labels })
  }));
  return (
    <>
      <Facts facts={facts} />
      <Files entity={entity} record={record} values={values} t={t} />
    </>
  );
}

/** The files of a record: pictures as such, others as links. */
function Files({ entity, record, values, t }: Pick<Page, 'entity' | 'record' | 't'> & { values: Values }) {
  return Object.entries(entity.fields).map(([name, { type, uploads = [] }]) => {
    if (type !== 'file' || !values[name]) return null;
    const label = t(fieldKey(entity, name));
    const query = { issuer: record.issuerId, v: String(values[name]) };
    const href = setUpPath(`/${entity.name}/${record.id}/files/${name}`, query);
    if (!uploads.every((kind) => GRAPHICS.includes(kind)))
      return (
        <p key={name}>
          <a className="button" href={href} target="_blank" rel="noopener noreferrer">
            {label}
          </a>
        </p>
      );
    return (
      <figure key={name} className="set-up-file">
        <img src={href} alt={label} />
        <figcaption>{label}</figcaption>
      </figure>
    );
  });
}
