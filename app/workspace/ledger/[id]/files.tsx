import type { Translate } from '@/lib/core/texts';
import type { LedgerFile } from '@/lib/ledger/files';
import type { Formats } from '../../ui/formats';

interface Props {
  files: readonly LedgerFile[];
  t: Translate;
  format: Formats;
}

/** The files of an export with what each can be checked by. */
export function Files({ files, t, format }: Props) {
  const written = files.filter(({ fileName }) => fileName !== null);
  if (written.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="files-heading">
      <h2 id="files-heading">{t('ledger.files')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that can be scrolled has to be reached by the keyboard */}
      <section className="ledger-table" aria-labelledby="files-heading" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('ledger.file')}</th>
              <th scope="col">{t('ledger.layout')}</th>
              <th scope="col" className="amount">
                {t('ledger.lines')}
              </th>
              <th scope="col" className="amount">
                {t('ledger.bytes')}
              </th>
              <th scope="col">{t('ledger.by')}</th>
              <th scope="col">SHA-256</th>
            </tr>
          </thead>
          <tbody>
            {written.map((file) => (
              <tr key={file.id}>
                <td>
                  <a href={`/workspace/ledger/files/${file.id}`} download>
                    {file.fileName}
                  </a>
                </td>
                <td>{file.layoutName}</td>
                <td className="amount">{format.number(file.lines ?? 0)}</td>
                <td className="amount">{format.number(file.size ?? 0)}</td>
                <td>
                  {file.by} · {format.dateTime(file.createdAt)}
                </td>
                <td className="ledger-digest">{file.sha256}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
