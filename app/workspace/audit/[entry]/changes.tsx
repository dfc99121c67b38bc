import type { Translate } from '@/lib/core/language/texts';
import type { Change } from '@/lib/kit/audit/read-entry';
import { fieldWord } from '@/lib/kit/audit/words';
import { Facts } from '../../ui/facts';
import { Table } from '../../ui/table';

interface Props {
  /** The kind of the record. */
  entity: string;
  changes: Change[];
  notes: [string, string][];
  t: Translate;
}

/** The changes of an entry, before and after, and its other details. */
export function Changes({ entity, changes, notes, t }: Props) {
  const fieldName = (field: string) => fieldWord(t, entity, field);
  return (
    <>
      {changes.length > 0 && (
        <section className="panel" aria-labelledby="changes-heading">
          <h2 id="changes-heading">{t('audit.changes')}</h2>
          <Table
            named
            columns={[
              { label: t('audit.field') },
              { label: t('audit.before'), className: 'audit-value' },
              { label: t('audit.after'), className: 'audit-value' }
            ]}
            rows={changes.map(({ field, before, after }) => ({
              key: field,
              cells: [fieldName(field), before || '–', after || '–']
            }))}
          />
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
