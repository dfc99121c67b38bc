import { database } from '../../core/database/database';
import { type Locale, languageTag } from '../../core/language/locales';
import type { Translate } from '../../core/language/texts';
import { peopleOf } from '../../directory/people/people-by-id';
import type { Printed } from './printed';
import type { ReportRun } from './runs';

/** How a run of a closed period differs from the one before, in sentences; null: there was none to compare with. */
export async function toldComparison(
  { issuerId, comparison, rows }: Pick<ReportRun, 'issuerId' | 'comparison' | 'rows'>,
  t: Translate,
  locale: Locale,
  printed: Printed
): Promise<string | null> {
  if (!comparison) return null;
  const at = printed.instant(new Date(comparison.at));
  if (comparison.isIdentical) return t('report.compared.identical', { at });
  const differs = t('report.compared.differs', { at, before: comparison.before, after: rows ?? 0 });
  const { changed } = comparison;
  if (!changed || changed.count === 0) return differs;
  const known = await peopleOf(
    database(),
    issuerId,
    changed.people.flatMap(({ userId }) => userId ?? [])
  );
  const people = changed.people.map(({ userId, count }) => {
    const person = known.find(({ id }) => id === userId);
    const name = person ? `${person.firstName} ${person.lastName}` : t('report.compared.system');
    return t('report.compared.person', { name, count });
  });
  const listed = new Intl.ListFormat(languageTag(locale), { type: 'conjunction' }).format(people);
  return `${differs} ${t('report.compared.changes', { count: changed.count, people: listed })}`;
}
