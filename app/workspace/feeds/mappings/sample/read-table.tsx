import { Table } from '../../../ui/table';
import type { SampleRows } from './sample-state';

export type ReadTexts = Record<'rows' | 'row' | 'nothing', string>;

/** The first rows of a sample as they would be read; a value that can't be read stands there with the reason. */
export function ReadTable({ problem, headings, rows, texts }: SampleRows & { texts: ReadTexts }) {
  return (
    <div>
      <h3 id="sample-rows">{texts.rows}</h3>
      {problem && <p className="message message-problem">{problem}</p>}
      {rows.length > 0 ? (
        <Table
          label={texts.rows}
          named
          cards={false}
          columns={[{ label: texts.row }, ...headings.map((label) => ({ label }))]}
          rows={rows.map(({ number, faults, cells }) => ({
            key: number,
            cells: [
              <span key="row" className="sample-cell">
                {number}
                {faults.map((fault) => (
                  <span key={fault} className="fault">
                    {fault}
                  </span>
                ))}
              </span>,
              ...cells.map(({ value, fault }, at) => (
                <span key={headings[at]} className="sample-cell">
                  {value || (fault ? '' : '–')}
                  {fault && <span className="fault">{fault}</span>}
                </span>
              ))
            ]
          }))}
        />
      ) : (
        !problem && <p className="muted">{texts.nothing}</p>
      )}
    </div>
  );
}
