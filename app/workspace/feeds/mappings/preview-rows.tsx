import { Table } from '../../ui/table';

/** The preview of a sample by a mapping. */
export interface SampleRead {
  /** The faults of the sample as a whole. */
  problem: string | null;
  /** Notes about the sample. */
  note: string | null;
  rows: SampleRow[] | null;
}

interface SampleRow {
  number: number;
  shown: string;
  faults: string[];
  values: { label: string; value: string }[];
}

export type PreviewTexts = Record<'rows' | 'nothing' | 'row' | 'shown' | 'read', string>;

/** The rows of a sample, field by field, with their faults. */
export function PreviewRows({ problem, note, rows, texts }: SampleRead & { texts: PreviewTexts }) {
  return (
    <>
      {problem && (
        <div className="message message-problem" role="alert">
          {problem}
        </div>
      )}
      {rows?.length === 0 && !problem && <p role="status">{texts.nothing}</p>}
      {note && <p className="hint">{note}</p>}
      {rows && rows.length > 0 && (
        <Table
          label={texts.rows}
          columns={[{ label: texts.row }, { label: texts.read, silent: true }, { label: texts.shown }]}
          rows={rows.map((row) => ({
            key: row.number,
            cells: [
              row.number,
              <Fields key="read" {...row} />,
              <span key="shown" className="feed-raw">
                {row.shown}
              </span>
            ]
          }))}
        />
      )}
    </>
  );
}

const Fields = ({ faults, values }: SampleRow) => (
  <>
    {faults.map((fault) => (
      <p key={fault} className="fault">
        {fault}
      </p>
    ))}
    <dl className="feed-values">
      {values.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </>
);
