import type { Translate } from '@/lib/core/language/texts';
import type { LedgerFile } from '@/lib/money/ledger/files';
import type { Formats } from '../../ui/formats';
import { Table } from '../../ui/table';

interface Props {
  files: readonly LedgerFile[];
  t: Translate;
  format: Formats;
}

/** The files of an export with their checksums. */
export function Files({ files, t, format }: Props) {
  const written = files.filter(({ fileName }) => fileName !== null);
  if (written.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="files-heading">
      <h2 id="files-heading">{t('ledger.files')}</h2>
      <Table
        columns={[
          { label: t('ledger.file') },
          { label: t('ledger.layout') },
          { label: t('ledger.lines'), figure: true },
          { label: t('ledger.bytes'), figure: true },
          { label: t('ledger.by') },
          { label: 'SHA-256', className: 'ledger-digest' }
        ]}
        rows={written.map(({ id, fileName, layoutName, lines, size, by, createdAt, sha256 }) => ({
          key: id,
          cells: [
            <a key="file" href={`/workspace/ledger/files/${id}`} download>
              {fileName}
            </a>,
            layoutName,
            format.number(lines ?? 0),
            format.number(size ?? 0),
            `${by} · ${format.dateTime(createdAt)}`,
            sha256
          ]
        }))}
      />
    </section>
  );
}
