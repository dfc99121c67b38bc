import type { BulkReport } from '@/lib/bulk/run-bulk';
import type { Translate } from '@/lib/core/texts';

/** What a bulk action came to, in the reader's words. */
export interface ToldReport {
  kind: 'success' | 'problem';
  summary: string;
  remarks: { name: string; text: string }[];
  /** Said when there are more remarks than are listed. */
  more?: string;
}

/** Puts a report into words. */
export function told(t: Translate, { done, refused, remarks }: BulkReport): ToldReport {
  return {
    kind: refused > 0 ? 'problem' : 'success',
    summary: [t('bulk.done', { count: done }), refused > 0 && t('bulk.refused', { count: refused })]
      .filter(Boolean)
      .join(' '),
    remarks: remarks.map(({ name, code, params }) => ({ name, text: t(code, { field: '', ...params }) })),
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
          {remarks.map(({ name, text }, index) => (
            // Two rows may be called the same, and the list never changes.
            <li key={index}>
              <strong>{name || '–'}</strong> {text}
            </li>
          ))}
        </ul>
      )}
      {more && <p>{more}</p>}
    </>
  );
}
