import type { Change } from '@/lib/audit/read-entry';
import { fieldWord } from '@/lib/audit/words';
import type { Translate } from '@/lib/core/texts';
import { Facts } from '../../ui/facts';

interface Props {
  /** The kind of the record. */
  entity: string;
  changes: Change[];
  notes: [string, string][];
  t: Translate;
}

/** What was changed, before and after, and what else was noted. */
export function Changes({ entity, changes, notes, t }: Props) {
  const fieldName = (field: string) => t(fieldWord(entity, field));
  return (
    <>
      {changes.length > 0 && (
        <section className="panel" aria-labelledby="changes-heading">
          <h2 id="changes-heading">{t('audit.changes')}</h2>
          <table className="audit-changes">
            <thead>
              <tr>
                <th scope="col">{t('audit.field')}</th>
                <th scope="col">{t('audit.before')}</th>
                <th scope="col">{t('audit.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">{fieldName(field)}</th>
                  <td data-label={t('audit.before')}>{before || '–'}</td>
                  <td data-label={t('audit.after')}>{after || '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {notes.length > 0 && (
        <section className="panel" aria-labelledby="notes-heading">
          <h2 id="notes-heading">{t('audit.notes')}</h2>
          <Facts facts={notes.map(([field, value]) => ({ label: fieldName(field), value }))} />
        </section>
      )}
    </>
  );
}
