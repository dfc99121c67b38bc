import type { ComponentProps } from 'react';
import { MOST_ANY } from '@/lib/kit/reports/definition';
import { filtersOf, type ReportSource } from '@/lib/kit/reports/report-source';
import { ListingFilters } from '../../listing/listing-filters';
import { ListingPart } from '../../listing/listing-place';
import { type FilterReader, reportFilters } from '../report-context';

interface Props {
  reader: FilterReader;
  source: ReportSource;
  texts: ComponentProps<typeof ListingFilters>['texts'];
}

/** The groups of conditions of which one must hold, and an empty one to begin with. */
export async function AnyOf({ reader, source, texts }: Props) {
  const { t } = reader;
  const groups = source.definition.anyOf;
  const shown = [...groups, ''].slice(0, MOST_ANY);
  const filters = await Promise.all(
    shown.map((group) =>
      reportFilters(reader, {
        ...source,
        query: { ...source.query, text: '', filters: filtersOf(source.listing, group) },
        definition: { ...source.definition, query: group }
      })
    )
  );
  return (
    <fieldset className="report-any">
      <legend>{t('report.any')}</legend>
      <p className="support">{t('report.any.hint')}</p>
      {filters.map((specs, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the group's name
        <div key={`any${at + 1}`} role="group" aria-label={t('report.any.group', { number: at + 1 })}>
          <span aria-hidden="true">{t('report.any.group', { number: at + 1 })}</span>
          <ListingPart name={`any${at + 1}`}>
            <ListingFilters filters={specs} usual={0} texts={texts} />
          </ListingPart>
        </div>
      ))}
    </fieldset>
  );
}
