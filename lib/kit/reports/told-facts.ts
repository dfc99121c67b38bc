import type { Principal } from '../../access/policy/principal';
import type { Translate } from '../../core/language/texts';
import type { Field } from '../listing/table-file';
import { askedOf } from './asked';
import type { ReportFacts } from './facts';
import type { Printed } from './printed';
import type { ReportSource } from './report-source';

/** What a file of a report says beside its rows, in words: what was asked, who made it and when, and control totals. */
export async function toldFacts(
  { principal, source, fields, facts }: ToldReport,
  t: Translate,
  printed: Printed
): Promise<{ label: string; value: string }[]> {
  const { period, filters } = await askedOf(principal, source, t, printed);
  return [
    { label: t('report.period'), value: period },
    ...filters.map(({ label, value }) => ({ label: `${t('report.filters')} – ${label}`, value })),
    { label: t('report.run.by'), value: `${facts.madeBy}, ${printed.instant(facts.madeAt)}` },
    { label: t('report.data.until'), value: printed.instant(facts.until) },
    { label: t('report.count'), value: printed.number(String(facts.count)) },
    ...facts.totals.map(({ column, currency, sum }) => ({
      label: `${t('report.line.total')} – ${fields.find(({ name }) => name === column)?.heading ?? column}`,
      value: currency === null ? printed.number(sum) : printed.money(sum, currency)
    }))
  ];
}

interface ToldReport {
  principal: Principal;
  source: ReportSource;
  fields: readonly Field[];
  facts: ReportFacts;
}
