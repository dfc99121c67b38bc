import type { Translate } from '@/lib/core/language/texts';
import type { FoundFault, PlannedRow } from '@/lib/directory/structure/uploads';
import { Link } from '../../../ui/link';
import { Table } from '../../../ui/table';

interface Paged {
  address: string;
  /** Rows on a page. */
  page: number;
  t: Translate;
}

/** The faults, by row and column of the file. */
export function FaultTable({ faults, count, address, page, t }: Paged & { faults: FoundFault[]; count: number }) {
  const last = faults.at(-1);
  return (
    <section className="panel" aria-labelledby="faults-heading">
      <h2 id="faults-heading">{t('structure.upload.faults', { count })}</h2>
      <Table
        columns={[
          { label: t('structure.upload.row') },
          { label: t('structure.upload.column') },
          { label: t('structure.upload.problem') }
        ]}
        rows={faults.map(({ position, row, column, heading, code, params }) => ({
          key: position,
          cells: [
            row,
            [column, heading].filter(Boolean).join(' · ') || '–',
            t(code === 'required' ? 'upload.required' : code, { field: heading ?? '', ...params })
          ]
        }))}
      />
      {last && faults.length === page && (
        <Link className="button start-aligned" href={`${address}?after=${last.position}`}>
          {t('structure.tree.more')}
        </Link>
      )}
    </section>
  );
}

/** The changes of each row: the old and the new value. */
export function RowTable({ rows, address, page, t }: Paged & { rows: PlannedRow[] }) {
  const last = rows.at(-1);
  return (
    <>
      <Table
        columns={[
          { label: t('structure.upload.row') },
          { label: t('structure.upload.what') },
          { label: t('structure.upload.does') },
          { label: t('structure.upload.changed') }
        ]}
        rows={rows.map((planned) => ({
          key: planned.row,
          cells: [
            planned.row,
            <What key="what" planned={planned} t={t} />,
            planned.actions.map((action) => t(`structure.upload.action.${action}`)).join(', '),
            <Differences key="changed" changes={Object.entries(planned.changes)} />
          ]
        }))}
      />
      {last && rows.length === page && (
        <Link className="button start-aligned" href={`${address}after=${last.row}`}>
          {t('structure.tree.more')}
        </Link>
      )}
    </>
  );
}

function What({ planned: { kind, number, name1, cardNumber }, t }: { planned: PlannedRow; t: Translate }) {
  return (
    <>
      <strong>{name1}</strong>
      <br />
      <span className="tree-detail">{`${t(`node.kind.${kind}`)} ${number ?? cardNumber ?? ''}`.trim()}</span>
    </>
  );
}

function Differences({ changes }: { changes: [heading: string, values: PlannedRow['changes'][string]][] }) {
  if (changes.length === 0) return null;
  return (
    <ul>
      {changes.map(([heading, [before, after]]) => (
        <li key={heading}>
          {`${heading}: `}
          <del>{before ?? '–'}</del>
          {' → '}
          <ins>{after ?? '–'}</ins>
        </li>
      ))}
    </ul>
  );
}
