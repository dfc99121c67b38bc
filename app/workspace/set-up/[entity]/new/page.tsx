import '../../set-up.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { Values } from '@/lib/kit/setup/field';
import { chosenLabels } from '@/lib/kit/setup/field-choices';
import { copiedValues } from '@/lib/kit/setup/kept-secrets';
import { recordSeen } from '@/lib/kit/setup/records';
import { textKey } from '@/lib/kit/setup/texts';
import { signedIn } from '../../../signed-in';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { create } from '../../actions';
import { addressQuery, isId, listPath, type Query } from '../../address';
import { entityPage, placePage } from '../../context';
import { type Asked, fieldSpecs, firstValues, hasFile, savePath } from '../../field-specs';
import { homeStep, trailTo } from '../../trail';

interface Props {
  params: Promise<{ entity: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ brand }, { entity, t }] = await Promise.all([signedIn(), entityPage(params)]);
  return { title: `${t('setup.add.title', { entity: t(textKey(entity, 'one')) })} – ${brand.appName}` };
}

/** A new record, empty or as a copy of another. */
export default workspacePage(async function NewRecordPage({ params, searchParams }: Props) {
  const { principal, entity, t, locale, address, place, query } = await placePage(params, searchParams);
  if (!place.writable || place.above) notFound();
  const { issuerId } = address;
  const source = isId(query.from) ? await recordSeen(principal, entity, { issuerId, id: query.from }) : null;
  const values: Values = source ? copiedValues(entity.fields, source.values) : {};
  const labels = await chosenLabels(place, values);
  const asked: Asked = { principal, t, locale, place, address, values, isNew: true, labels };
  const fields = await fieldSpecs(asked);
  const list = { href: listPath(entity, address), label: t(textKey(entity, 'many')) };
  const trail = place.parent ? [...(await trailTo(principal, t, place.parent)), list] : [homeStep(t, address), list];
  return (
    <>
      <PageHead
        title={t('setup.add.title', { entity: t(textKey(entity, 'one')) })}
        trail={trail}
        detail={place.owner.name}
      />
      <RecordForm
        action={hasFile(fields) ? savePath(place, addressQuery(address)) : create.bind(null, entity.name, address)}
        fields={fields}
        values={firstValues(asked)}
        submitLabel={t('setup.save')}
        cancelHref={listPath(entity, address)}
      />
    </>
  );
});
