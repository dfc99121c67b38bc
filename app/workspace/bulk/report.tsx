import type { BulkReport } from '@/lib/bulk/run-bulk';
import { groupBy } from '@/lib/core/group-by';
import type { Translate } from '@/lib/core/texts';

/** What a bulk action came to, in the reader's words. */
export interface ToldReport {
  kind: 'success' | 'problem';
  summary: string;
  /** What was said, and of which rows. */
  remarks: { text: string; names: string[] }[];
  /** Said when there are more remarks than are listed. */
  more?: string;
}

/** Puts a report into words. */
export function told(t: Translate, { done, refused, remarks }: BulkReport): ToldReport {
  const byText = groupBy(remarks, ({ code, params }) => t(code, { field: '', ...params }));
  return {
    kind: refused > 0 ? 'problem' : 'success',
    summary: [t('bulk.done', { count: done }), refused > 0 && t('bulk.refused', { count: refused })]
      .filter(Boolean)
      .join(' '),
    remarks: [...byText].map(([text, rows]) => ({ text, names: rows.map(({ name }) => name || '–') })),
    ...(refused > remarks.length && { more: t('bulk.remarks.more', { count: remarks.length }) })
  };
}

/** A report: what was done, and which rows were refused and why. */
export function Report({ report: { summary, remarks, more } }: { report: ToldReport }) {
  return (
    <>
      <p>
        <strong>{summary}</strong>
      </p>
      {remarks.length > 0 && (
        <ul>
          {remarks.map(({ text, names }) => (
            <li key={text}>
              <strong>{text}</strong> {names.join(' · ')}
            </li>
          ))}
        </ul>
      )}
      {more && <p>{more}</p>}
    </>
  );
}
