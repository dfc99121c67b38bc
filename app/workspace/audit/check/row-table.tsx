import type { Translate } from '@/lib/core/language/texts';
import { Link } from '../../ui/link';
import { Table } from '../../ui/table';

interface Props {
  title: string;
  rows: readonly { row: number; entry: string; cells?: string }[];
  /** How many there are, of which `rows` are the first. */
  count: number;
  /** The page of an entry. */
  href?: (entry: string) => string;
  t: Translate;
}

/** Rows of a checked file that aren't as in the audit; nothing where there are none. */
export function RowTable({ title, rows, count, href, t }: Props) {
  if (count === 0) return null;
  const hasCells = rows.some(({ cells }) => cells !== undefined);
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      <Table
        columns={[
          { label: t('audit.check.row'), figure: true },
          { label: t('audit.number'), figure: true },
          ...(hasCells ? [{ label: t('audit.check.cells') }] : [])
        ]}
        rows={rows.map(({ row, entry, cells }) => ({
          key: row,
          cells: [row, href ? <Link href={href(entry)}>{entry}</Link> : entry || '–', cells]
        }))}
      />
      {count > rows.length && <p className="muted">{t('audit.check.more', { most: rows.length })}</p>}
    </section>
  );
}
