import { Suspense } from 'react';
import type { Principal } from '@/lib/access/policy/principal';
import { accepted, type Result, refused } from '@/lib/core/entry/refusal';
import type { Translate } from '@/lib/core/language/texts';
import { pivotedNow, reportFields } from '@/lib/kit/reports/pivot';
import { countReport, previewReport } from '@/lib/kit/reports/read-report';
import { type ReportSource, sourceFault } from '@/lib/kit/reports/report-source';
import { rowsFault } from '@/lib/kit/reports/rows-fault';
import { shownValue } from '../listing/shown-value';
import type { Formats } from '../ui/formats';
import { Notice } from '../ui/notice';
import { Table } from '../ui/table';

interface Props {
  principal: Principal;
  /** With the days of its period; refused if that means none. */
  source: Result<ReportSource>;
  /** Without those days: what is shown if they have no rows; absent: nothing is. */
  otherDays?: ReportSource | undefined;
  t: Translate;
  format: Formats;
}

/** Amounts with their own currency: the rows of a report have several. */
const SHAPE = { currencies: new Map<string, string>() };

/** The first rows of a report, as its file would have them now; refused if it can't run. */
async function firstRows(principal: Principal, source: ReportSource) {
  const fault = await sourceFault(principal, source);
  if (fault) return refused(fault);
  const pivoted = await pivotedNow(principal, source);
  return pivoted.ok
    ? accepted({ source: pivoted.value, rows: await previewReport(principal, pivoted.value) })
    : pivoted;
}

/** The first rows of a report, or a sample of other days if its period has none. */
export async function PreviewTable({ principal, source: today, otherDays, t, format }: Props) {
  if (!today.ok) return <Notice kind="problem">{t(today.refusal.code, today.refusal.params)}</Notice>;
  const first = await firstRows(principal, today.value);
  if (!first.ok) return <Notice kind="problem">{t(first.refusal.code, first.refusal.params)}</Notice>;
  const sample = first.value.rows.length === 0 && otherDays ? await firstRows(principal, otherDays) : first;
  const { source, rows } = sample.ok ? sample.value : first.value;
  const printed = { day: format.date, month: format.month };
  const fields = reportFields(source, t, printed).filter(({ isCurrency }) => !isCurrency);
  const isOther = first.value.rows.length === 0 && rows.length > 0;
  return (
    <>
      <p className="support" role="status">
        {isOther && t('report.preview.other.days')}
        {!isOther && (rows.length === 0 ? t('report.preview.none') : t('report.preview.first', { count: rows.length }))}
      </p>
      {/* Counting all rows takes longer than reading the first. */}
      <Suspense>
        <TooMany {...{ principal, source: today.value, t }} />
      </Suspense>
      {rows.length > 0 && (
        <Table
          cards={false}
          columns={fields.map(({ heading, column }) => ({
            label: heading,
            figure: column.type === 'number' || column.type === 'money'
          }))}
          rows={rows.map((row, key) => ({
            key,
            cells: fields.map(({ name, column }) => shownValue({ t, format }, SHAPE, name, column, row))
          }))}
        />
      )}
    </>
  );
}

/** Says that a report selects more rows than a screen may show, and where all of them are (C8.029D). */
async function TooMany({ principal, source, t }: Pick<Props, 'principal' | 't'> & { source: ReportSource }) {
  const fault = await rowsFault(principal, await countReport(principal, source), 'screen');
  return (
    fault && (
      <Notice kind="hint">
        {t(fault.code, fault.params)} {t('report.preview.file')}
      </Notice>
    )
  );
}
