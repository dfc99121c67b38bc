import { groupBy } from '@/lib/core/database/group-by';
import type { Translate } from '@/lib/core/language/texts';
import type { BulkReport } from '@/lib/kit/bulk/bulk-report';
import type { DeclaredList } from '@/lib/kit/bulk/declared-lists';

/** What a bulk action came to, in the reader's words. */
export interface ToldReport {
  kind: 'success' | 'problem';
  summary: string;
  /** What was said, of how many rows, and of which: the first of them where they are many. */
  remarks: { text: string; count: string; rows: { name: string; href?: string }[]; more?: string }[];
}

/** Puts a report into words; `record` is the page of a row. */
export function told(t: Translate, { done, refused, groups }: BulkReport, record?: DeclaredList['record']): ToldReport {
  const byText = groupBy(groups, ({ code, params }) => t(code, { field: '', ...params }));
  return {
    kind: refused > 0 ? 'problem' : 'success',
    summary: [t('bulk.done', { count: done }), refused > 0 && t('bulk.refused', { count: refused })]
      .filter(Boolean)
      .join(' '),
    remarks: [...byText].map(([text, alike]) => {
      const rows = alike.flatMap((group) => group.rows);
      const count = alike.reduce((sum, group) => sum + group.count, 0);
      return {
        text,
        count: t('listing.count', { count }),
        rows: rows.map((row) => ({ name: row.name || '–', ...(record && { href: record(row) }) })),
        ...(count > rows.length && { more: t('bulk.rows.more', { count: count - rows.length }) })
      };
    })
  };
}

/** A report: what was done, and which rows were refused and why. */
export function Report({ report: { summary, remarks } }: { report: ToldReport }) {
  return (
    <>
      <p>
        <strong>{summary}</strong>
      </p>
      {remarks.map(({ text, count, rows, more }) => (
        <section key={text} className="bulk-remark">
          <p>
            <strong>{text}</strong> {count}
          </p>
          <ul className="bulk-rows">
            {rows.map(({ name, href }, at) => (
              <li key={at}>{href ? <a href={href}>{name}</a> : name}</li>
            ))}
            {more && <li>{more}</li>}
          </ul>
        </section>
      ))}
    </>
  );
}
