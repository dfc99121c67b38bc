import type { Translate } from '@/lib/core/texts';
import type { FoundFault, PlannedRow } from '@/lib/structure/uploads';

interface Paged {
  address: string;
  /** Rows on a page. */
  page: number;
  t: Translate;
}

/** What is wrong, by row and column of the file. */
export function FaultTable({ faults, count, address, page, t }: Paged & { faults: FoundFault[]; count: number }) {
  const last = faults.at(-1);
  return (
    <section className="panel" aria-labelledby="faults-heading">
      <h2 id="faults-heading">{t('structure.upload.faults', { count })}</h2>
      <div className="upload-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('structure.upload.row')}</th>
              <th scope="col">{t('structure.upload.column')}</th>
              <th scope="col">{t('structure.upload.problem')}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ position, row, column, heading, code, params }) => (
              <tr key={position}>
                <td>{row}</td>
                <td>{[column, heading].filter(Boolean).join(' · ') || '–'}</td>
                <td>{t(code === 'required' ? 'upload.required' : code, { field: heading ?? '', ...params })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {last && faults.length === page && (
        <a className="button start-aligned" href={`${address}?after=${last.position}`}>
          {t('structure.tree.more')}
        </a>
      )}
    </section>
  );
}

/** What each row changes: what it is and what it becomes. */
export function RowTable({ rows, address, page, t }: Paged & { rows: PlannedRow[] }) {
  const last = rows.at(-1);
  return (
    <>
      <div className="upload-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('structure.upload.row')}</th>
              <th scope="col">{t('structure.upload.what')}</th>
              <th scope="col">{t('structure.upload.does')}</th>
              <th scope="col">{t('structure.upload.changed')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, kind, number, name1, cardNumber, actions, changes }) => (
              <tr key={row}>
                <td>{row}</td>
                <td>
                  <strong>{name1}</strong>
                  <br />
                  <span className="tree-detail">
                    {`${t(`node.kind.${kind}`)} ${number ?? cardNumber ?? ''}`.trim()}
                  </span>
                </td>
                <td>{actions.map((action) => t(`structure.upload.action.${action}`)).join(', ')}</td>
                <td>
                  <ul>
                    {Object.entries(changes).map(([heading, [before, after]]) => (
                      <li key={heading}>
                        {`${heading}: `}
                        <del>{before ?? '–'}</del>
                        {' → '}
                        <ins>{after ?? '–'}</ins>
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {last && rows.length === page && (
        <a className="button start-aligned" href={`${address}after=${last.row}`}>
          {t('structure.tree.more')}
        </a>
      )}
    </>
  );
}
