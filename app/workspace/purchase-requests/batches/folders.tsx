import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { AT_ONCE } from '@/lib/money/batches/folders/change-folder';
import type { BatchFolder } from '@/lib/money/batches/folders/folders';
import { ActionForm } from '../../ui/action-form';
import { formTextsOf } from '../../ui/form-texts';
import type { Formats } from '../../ui/formats';
import { RecordForm } from '../../ui/record-form';
import { Table } from '../../ui/table';
import { leave, take } from './actions';
import { folderFields, hourName } from './fields';

interface Props {
  reader: { t: Translate; locale: Locale; format: Formats };
  setups: readonly { id: string; values: { name: string } }[];
  folders: readonly BatchFolder[];
}

/** The watched folders of the company, each with the person who requests, the time of reading and the outcome of the last file (C5.064). */
export function Folders({ reader, setups, folders }: Props) {
  const { t, locale, format } = reader;
  const hidden = ({ setupId }: BatchFolder) => ({ setup: setupId });
  return (
    <section className="panel" aria-labelledby="folder-heading">
      <h2 id="folder-heading">{t('batch.folder.title')}</h2>
      <p>{t('batch.folder.about')}</p>
      {folders.length > 0 && (
        <Table
          named
          columns={[
            { label: t('batch.folder.place') },
            { label: t('batch.folder.owner') },
            { label: t('batch.folder.hour') },
            { label: t('batch.folder.last') },
            { label: t('setup.status'), silent: true }
          ]}
          rows={folders.map((folder) => ({
            key: folder.setupId,
            cells: [
              <code key="place">{folder.place}</code>,
              folder.owner,
              folder.readHour === null ? t('batch.folder.at.once') : hourName(locale, folder.readHour),
              <Last key="last" t={t} format={format} folder={folder} />,
              folder.isOwn && (
                <ActionForm key="leave" action={leave} texts={formTextsOf(t)} hidden={hidden(folder)}>
                  <button type="submit">{t('batch.folder.leave')}</button>
                </ActionForm>
              )
            ]
          }))}
        />
      )}
      <RecordForm
        id="folder"
        action={take}
        fields={folderFields(t, locale, setups)}
        values={{ faulty: 'none', readHour: AT_ONCE, ...(setups.length === 1 && { setup: setups[0]?.id }) }}
        submitLabel={t('batch.folder.take')}
        minor
      />
    </section>
  );
}

/** The last file, and why it was refused if it was. */
function Last({
  t,
  format,
  folder: { lastFile, lastAt, lastFault }
}: { folder: BatchFolder } & Pick<Props['reader'], 't' | 'format'>) {
  if (lastFile === null || lastAt === null) return '–';
  return (
    <>
      {lastFile} · {format.dateTime(lastAt)}
      {lastFault && <p className="message message-problem">{t(lastFault.code, lastFault.params)}</p>}
    </>
  );
}
