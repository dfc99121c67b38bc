import type { Principal } from '@/lib/access/policy/principal';
import { type Locale, languageTag } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { printedIn } from '@/lib/kit/reports/printed';
import type { ReportSource } from '@/lib/kit/reports/report-source';
import { canTellWhy, type MetCondition, MOST_KNOWN, type ToldRow, whyRows } from '@/lib/kit/reports/why-row';
import { Badge } from '../ui/badge';
import { Notice } from '../ui/notice';

interface Props {
  reader: { principal: Principal; timeZone: string; locale: Locale; t: Translate };
  /** With the days of its period. */
  source: ReportSource;
  /** What was typed, as the address has it. */
  sought: string | string[] | undefined;
  /** What the answer is about: the report as it would run now, or the criteria of a run. */
  about: 'report' | 'run';
}

/** Tells why a row is in a report or not, condition by condition; null where rows are known by nothing. */
export function WhyRow({ reader, source, sought: typed, about }: Props) {
  const { t } = reader;
  const sought = typeof typed === 'string' ? typed.trim() : '';
  if (!canTellWhy(source)) return null;
  return (
    <section className="panel" id="why" aria-labelledby="why-heading">
      <h2 id="why-heading">{t('report.why')}</h2>
      <form method="get" action="#why" className="report-why">
        <div className="field">
          <label htmlFor="why-row">{t('report.why.row')}</label>
          <p className="hint" id="why-row-hint">
            {t(`report.why.hint.${about}`)}
          </p>
          <input id="why-row" name="row" defaultValue={sought} maxLength={MOST_KNOWN} aria-describedby="why-row-hint" />
        </div>
        <button type="submit">{t('report.why.look')}</button>
      </form>
      {sought && <Answer reader={reader} source={source} sought={sought} />}
    </section>
  );
}

async function Answer({ reader, source, sought }: Pick<Props, 'reader' | 'source'> & { sought: string }) {
  const { principal, timeZone, locale, t } = reader;
  const rows = await whyRows(principal, source, sought, t, printedIn(locale, timeZone, t));
  if (rows.length === 0) return <Notice kind="hint">{t('report.why.none', { text: sought })}</Notice>;
  return rows.map((row, at) => (
    <div key={at} className="report-why-row">
      <p role="status">
        <Badge tone={row.isIn ? 'good' : 'bad'}>{t(row.isIn ? 'report.why.in' : 'report.why.out')}</Badge>{' '}
        {verdict(row, t, locale)}
      </p>
      {row.conditions.length > 0 && (
        <ul>
          {row.conditions.map((condition) => (
            <li key={`${condition.group} ${condition.label}`}>{sentence(condition, t)}</li>
          ))}
        </ul>
      )}
    </div>
  ));
}

/** Whether a row is in the report, and which conditions leave it out. */
function verdict({ name, isIn, conditions }: ToldRow, t: Translate, locale: Locale): string {
  if (isIn) return t(conditions.length > 0 ? 'report.why.in.all' : 'report.why.in.free', { name });
  const failed = conditions.filter(({ isMet, group }) => !isMet && group === null).map(({ label }) => label);
  if (failed.length === 0) return t('report.why.out.groups', { name });
  const listed = new Intl.ListFormat(languageTag(locale), { type: 'conjunction' }).format(failed);
  return t('report.why.out.by', { name, conditions: listed });
}

/** What a condition asks for, what the row has, and whether that meets it. */
function sentence({ label, asked, has, group, isMet }: MetCondition, t: Translate): string {
  const condition = group === null ? label : `${t('report.any.group', { number: group })}, ${label}`;
  const params = { condition, asked, has: has === null || has === '' ? '–' : has };
  if (has === null) return t(isMet ? 'report.why.met.alone' : 'report.why.unmet.alone', params);
  return t(isMet ? 'report.why.met' : 'report.why.unmet', params);
}
