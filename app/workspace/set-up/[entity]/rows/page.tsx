import '../../set-up.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { entityNamed } from '@/lib/kit/setup/entities';
import { recordGrid } from '@/lib/kit/setup/grid';
import { textKey } from '@/lib/kit/setup/texts';
import { signedIn } from '../../../signed-in';
import { formTextsOf } from '../../../ui/form-texts';
import { DoneNotice, Notice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { workspacePage } from '../../../workspace-page';
import { listPath, type Query } from '../../address';
import { entityPage, placePage } from '../../context';
import { saveRows } from '../../grid-actions';
import { recordTitle } from '../../labels';
import { PartsBeside } from '../../parts-beside';
import { RecordGrid } from '../../record-grid';
import { homeStep, trailTo } from '../../trail';

interface Props {
  params: Promise<{ entity: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ brand }, { entity, t }] = await Promise.all([signedIn(), entityPage(params)]);
  return { title: `${t(textKey(entity, 'many'))} – ${brand.appName}` };
}

/** The records of a place as a grid, to type or to paste them from a spreadsheet. */
export default workspacePage(async function RowsPage({ params, searchParams }: Props) {
  const { principal, t, locale, entity, place, address, query } = await placePage(params, searchParams);
  const grid = (await recordGrid(principal, entity, address, { t, locale })) ?? notFound();
  const many = t(textKey(entity, 'many'));
  const list = { href: listPath(entity, address), label: many };
  const trail = place.parent ? [...(await trailTo(principal, t, place.parent)), list] : [homeStep(t, address), list];
  return (
    <>
      <PageHead
        title={place.parent ? `${recordTitle(t, entityNamed(place.parent.entity), place.parent)}: ${many}` : many}
        trail={trail}
        detail={place.owner.name}
      />
      <DoneNotice query={query} texts={{ changed: t('setup.done.changed') }} />
      {grid.isCut && <Notice kind="hint">{t('setup.grid.many')}</Notice>}
      <div className="record-grid-page">
        <PartsBeside principal={principal} t={t} entity={entity} place={place} address={address} />
        <section className="panel" aria-label={many}>
          <p className="hint">{t('setup.grid.hint')}</p>
          <RecordGrid
            // A save makes the grid anew, with the records as they are stored.
            key={JSON.stringify(grid.rows)}
            grid={grid}
            action={saveRows.bind(null, entity.name, address)}
            texts={{
              cell: t('setup.grid.cell', { column: '{column}', row: '{row}' }),
              add: t('setup.grid.add'),
              save: t('setup.save'),
              faults: t('setup.grid.faults'),
              form: formTextsOf(t)
            }}
          />
        </section>
      </div>
    </>
  );
});
