import '../../../set-up.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { recordPath } from '@/lib/kit/setup/address';
import { chosenLabels } from '@/lib/kit/setup/field-choices';
import { addressOf } from '@/lib/kit/setup/record-list';
import { textKey } from '@/lib/kit/setup/texts';
import { signedIn } from '../../../../signed-in';
import { PageHead } from '../../../../ui/page-head';
import { RecordForm } from '../../../../ui/record-form';
import { workspacePage } from '../../../../workspace-page';
import { follow } from '../../../actions';
import type { Query } from '../../../address';
import { recordPage } from '../../../context';
import { type Asked, fieldSpecs, firstValues, followSpecs } from '../../../field-specs';
import { recordTitle } from '../../../labels';
import { trailTo } from '../../../trail';

interface Props {
  params: Promise<{ entity: string; id: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const [{ brand }, { t, entity, record }] = await Promise.all([signedIn(), recordPage(params, searchParams)]);
  return { title: `${t('setup.dated.title', { name: recordTitle(t, entity, record) })} – ${brand.appName}` };
}

/** A new record of a dated one's name from a day on, such as next year's mileage rate. */
export default workspacePage(async function FollowPage({ params, searchParams }: Props) {
  const { principal, t, locale, entity, record, place, editable } = await recordPage(params, searchParams);
  const { dated } = entity;
  if (!dated || !editable) notFound();
  const values = { ...record.values, [dated.from]: null };
  const labels = await chosenLabels(place, values);
  const address = addressOf(record);
  const asked: Asked = { principal, t, locale, place, address, values, isNew: true, labels };
  return (
    <>
      <PageHead
        title={t('setup.dated.title', { name: recordTitle(t, entity, record) })}
        trail={await trailTo(principal, t, record)}
        detail={t(textKey(entity, 'one'))}
      />
      <p className="set-up-about">{t('setup.dated.about')}</p>
      <RecordForm
        action={follow.bind(null, entity.name, { issuerId: record.issuerId, id: record.id })}
        fields={followSpecs(entity, await fieldSpecs(asked))}
        values={firstValues(asked)}
        version={record.version}
        submitLabel={t('setup.save')}
        cancelHref={recordPath(entity, record)}
      />
    </>
  );
});
