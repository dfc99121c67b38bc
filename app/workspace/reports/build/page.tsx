import '../../listing/listing.css';
import '../../listing/toolbar.css';
import '../reports.css';
import { LISTS } from '@/lib/composition/process/lists';
import type { Translate } from '@/lib/core/language/texts';
import { todayIn } from '@/lib/kit/listing/issuer-days';
import type { Column } from '@/lib/kit/listing/listing';
import { type SearchParams, writeQuery } from '@/lib/kit/listing/query';
import { MOST_CALCULATED, operandsOf } from '@/lib/kit/reports/calculated';
import { MOST_GROUPS } from '@/lib/kit/reports/definition';
import { type ExpressionFault, MOST_CHARACTERS } from '@/lib/kit/reports/parse-expression';
import { dataSetsOf, isReportable, type ReportSource, sourceToday } from '@/lib/kit/reports/report-source';
import { seenReport } from '@/lib/kit/reports/saved-reports';
import { ListingFilters } from '../../listing/listing-filters';
import { ListingPlace } from '../../listing/listing-place';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Cards } from '../../ui/cards';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { save } from '../actions';
import { type PeriodWords, periodWords } from '../period-words';
import { PreviewTable } from '../preview-table';
import { dataSetTitle, reportFilters } from '../report-context';
import { AnyOf } from './any-of';
import { sourceAsked } from './asked';
import { BuildTools } from './build-tools';
import { ownParameters } from './builder-address';
import { CalculatedColumns, type Operand } from './calculated-columns';
import { headingValues, saveFields } from './save-fields';

export const generateMetadata = titled('report.build');

const PATH = '/workspace/reports/build';

/** The builder: data, columns, filters and groups of a report over its live rows (C1.029, C3.035). */
export default workspacePage(async function BuildPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const reader = await signedInFor('reports', 'modify');
  const { principal, timeZone, t, format } = reader;
  const asked = await searchParams;
  const saved = typeof asked.report === 'string' ? await seenReport(principal, asked.report) : null;
  const source = sourceAsked(principal, asked, saved?.definition.headings);
  const head = (
    <PageHead
      title={saved ? saved.name : t('report.build')}
      trail={[{ href: '/workspace/reports', label: t('report.title') }]}
      detail={source ? dataSetTitle(t, source.listing.name) : t('report.intro')}
    />
  );
  if (!source)
    return (
      <>
        {head}
        <DataSets names={dataSetsOf(LISTS, principal)} t={t} />
      </>
    );
  const { listing, query } = source;
  const address = {
    ...Object.fromEntries(writeQuery(listing, query)),
    ...ownParameters(source.definition, saved?.id)
  };
  return (
    <>
      {head}
      <ListingPlace path={PATH} asked={address} position={{}} beside={null}>
        <div className="report-build">
          <section className="panel" aria-labelledby="columns-heading">
            <h2 id="columns-heading">{t('report.data')}</h2>
            <ListingFilters filters={await reportFilters(reader, source)} usual={3} texts={filterTexts(t)} />
            <AnyOf reader={reader} source={source} texts={filterTexts(t)} />
            <BuildTools {...toolsOf(source, t, await periodWords(reader))} />
            <CalculatedColumns {...calculationsOf(source, t)} />
          </section>
          <section className="panel" aria-labelledby="preview-heading">
            <h2 id="preview-heading">{t('report.preview')}</h2>
            <PreviewTable
              principal={principal}
              source={await sourceToday(LISTS, principal, source, todayIn(timeZone))}
              t={t}
              format={format}
            />
          </section>
        </div>
      </ListingPlace>
      <section className="panel" aria-labelledby="save-heading">
        <h2 id="save-heading">{t('report.save')}</h2>
        <RecordForm
          action={save}
          fields={saveFields(t, source)}
          values={{
            name: saved?.name ?? '',
            ask: saved?.definition.ask ?? [],
            ...headingValues(saved?.definition.headings ?? {})
          }}
          submitLabel={t('report.save')}
          cancelHref={saved ? `/workspace/reports/${saved.id}` : '/workspace/reports'}
          version={saved?.version ?? 0}
          hidden={{ address: new URLSearchParams(address).toString() }}
          // What is typed stays while columns and filters change.
          rendered={`${saved?.id ?? 'new'}/${saved?.version ?? 0}`}
        />
      </section>
    </>
  );
});

/** The data sets to begin with. */
const DataSets = ({ names, t }: { names: readonly string[]; t: Translate }) => (
  <section className="panel" aria-labelledby="data-heading">
    <h2 id="data-heading">{t('report.data')}</h2>
    <Cards cards={names.map((name) => ({ href: `${PATH}?set=${name}`, name: dataSetTitle(t, name) }))} />
  </section>
);

const filterTexts = (t: Translate) => ({
  filter: t('listing.filter'),
  apply: t('listing.filter.apply'),
  remove: t('listing.filter.remove', { name: '{name}' }),
  from: t('listing.from'),
  to: t('listing.to'),
  compare: t('listing.compare'),
  lines: t('listing.lines')
});

/** What the builder offers of a data set: with groups, only the columns that are added up. */
function toolsOf(source: ReportSource, t: Translate, periods: PeriodWords) {
  const { listing, dataSet, query, definition } = source;
  const { groups } = definition;
  const named = (name: string) => {
    const column = listing.columns[name];
    return column ? [{ name, label: t(column.label) }] : [];
  };
  const own = source.calculated.map(({ name }) => name);
  const names = Object.entries(listing.columns).flatMap(([name, column]) =>
    isReportable(column) && !own.includes(name) ? name : []
  );
  const shown = groups.length > 0 ? dataSet.sums : names;
  const sortable = names.filter((name) => listing.columns[name]?.sort !== false);
  return {
    columns: shown.flatMap(named),
    ordered: definition.columns.filter((name) => shown.includes(name)).flatMap(named),
    groups: dataSet.groups.flatMap(named),
    chosen: groups,
    pivot: definition.pivot ?? '',
    largest: definition.largest,
    periods: periods.choices.map(({ value, label }) => ({ name: value, label })),
    period: definition.period ?? '',
    periodDays: definition.period ? periods.shown(definition.period) : '',
    orders: groups.length > 0 ? [] : sortable.flatMap(named),
    sort: query.sort,
    descending: query.descending,
    most: MOST_GROUPS,
    texts: {
      columns: t('report.columns'),
      group: t('report.group'),
      inner: t('report.group.then'),
      pivot: t('report.pivot'),
      withoutPivot: t('report.pivot.off'),
      none: t('report.group.none'),
      hint: t('report.groups.hint'),
      largest: t('report.largest'),
      period: t('report.period'),
      filtered: t('report.period.filters'),
      order: t('listing.order'),
      count: t('report.period.count'),
      countHint: t('report.period.count.hint'),
      direction: t('listing.order.direction'),
      ascending: t('listing.order.ascending'),
      descending: t('listing.order.descending'),
      move: {
        order: t('report.order'),
        hint: t('report.order.hint'),
        earlier: t('report.order.earlier', { column: '{column}' }),
        later: t('report.order.later', { column: '{column}' })
      }
    }
  };
}

/** The calculated columns of a report with the words that its reader writes them in. */
function calculationsOf({ listing, definition }: ReportSource, t: Translate) {
  const [operands, dates] = (['number', 'date'] as const).map((kind) =>
    operandsOf(listing, definition.columns, kind).map((name) => ({
      name,
      kind,
      label: t((listing.columns[name] as Column).label)
    }))
  ) as [Operand[], Operand[]];
  const listed = (some: readonly Operand[]) => some.map(({ label }) => `[${label}]`).join(' ') || '–';
  const fault = (code: ExpressionFault['code']) => t(code, { text: '{text}', most: MOST_CHARACTERS });
  return {
    calculations: definition.calculated,
    operands: [...operands, ...dates],
    most: MOST_CALCULATED,
    isNested: definition.groups.length > 1,
    texts: {
      title: t('report.calculated.many'),
      heading: t('report.calculated.heading'),
      expression: t('report.calculated.expression'),
      apply: t('report.calculated.apply'),
      remove: t('report.calculated.remove', { heading: '{heading}' }),
      required: t('required.field'),
      share: t('report.share.as'),
      value: t('report.share.value'),
      shares: { report: t('report.share.report'), group: t('report.share.group') },
      hints: [
        t('report.calculated.hint', { columns: listed(operands) }),
        t('report.calculated.functions', { columns: listed(dates) })
      ],
      faults: {
        'report.expression.column': fault('report.expression.column'),
        'report.expression.date': fault('report.expression.date'),
        'report.expression.ends': fault('report.expression.ends'),
        'report.expression.long': fault('report.expression.long'),
        'report.expression.unexpected': fault('report.expression.unexpected'),
        'report.share.additive': fault('report.share.additive')
      }
    }
  };
}
