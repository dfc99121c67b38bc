import { groupBy } from '@/lib/core/database/group-by';
import type { Translate } from '@/lib/core/language/texts';
import type { BulkReport } from '@/lib/kit/bulk/bulk-report';
import type { DeclaredList } from '@/lib/kit/bulk/declared-lists';
import { Link } from '../ui/link';

/** The outcome of a bulk action, in the reader's language. */
export interface ToldReport {
  kind: 'success' | 'problem';
  summary: string;
  /** A message, the number of its rows, and the first of the rows. */
  remarks: { text: string; count: string; rows: { name: string; href?: string }[]; more?: string }[];
}

/** Translates a report; `record` gives the page of a row. */
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

/** Renders a report: the changes, and the refused rows with reasons. */
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
              <li key={at}>{href ? <Link href={href}>{name}</Link> : name}</li>
            ))}
            {more && <li>{more}</li>}
          </ul>
        </section>
      ))}
    </>
  );
}
