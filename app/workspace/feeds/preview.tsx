'use client';

import { useActionState } from 'react';
import type { PreviewState } from './actions';

interface Props {
  action: (state: PreviewState, form: FormData) => Promise<PreviewState>;
  /** The mapping. */
  id: string;
  texts: Record<'sample' | 'hint' | 'show' | 'rows' | 'nothing' | 'row' | 'shown' | 'read', string>;
}

/** A sample, and how its rows are read: field by field, with what is wrong. */
export function Preview({ action, id, texts }: Props) {
  const [{ problem, rows }, submit, pending] = useActionState(action, { problem: null, rows: null });
  return (
    <>
      <form action={submit} className="record-form">
        <input type="hidden" name="id" value={id} />
        <div className="field">
          <label htmlFor="sample">{texts.sample}</label>
          <p className="hint" id="sample-hint">
            {texts.hint}
          </p>
          <textarea id="sample" name="sample" rows={6} required aria-describedby="sample-hint" className="feed-raw" />
        </div>
        <div className="form-actions">
          <button type="submit" className="button" disabled={pending}>
            {texts.show}
          </button>
        </div>
      </form>
      {problem && (
        <div className="message message-problem" role="alert">
          {problem}
        </div>
      )}
      {rows?.length === 0 && !problem && <p role="status">{texts.nothing}</p>}
      {rows && rows.length > 0 && (
        <section className="feed-table" aria-label={texts.rows}>
          <table>
            <caption>{texts.rows}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.row}</th>
                <th scope="col">{texts.read}</th>
                <th scope="col">{texts.shown}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ number, shown, faults, values }) => (
                <tr key={number}>
                  <td>{number}</td>
                  <td>
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
                  </td>
                  <td className="feed-raw">{shown}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
