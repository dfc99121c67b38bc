import type { Translate } from '@/lib/core/language/texts';
import type { MessageReader, SentMessage } from '@/lib/kit/inbox/sent-message';
import type { Formats } from '../../../ui/formats';
import { Table } from '../../../ui/table';

interface Props {
  message: Pick<SentMessage, 'mustConfirm'>;
  readers: readonly MessageReader[];
  t: Translate;
  format: Formats;
}

/** Who has read a message, and confirmed it, the last first. */
export function Readers({ message: { mustConfirm }, readers, t, format }: Props) {
  const [first] = readers;
  return (
    <section className="panel" aria-labelledby="readers-heading">
      <h2 id="readers-heading">{t('inbox.readers')}</h2>
      {first ? (
        <>
          <p>
            {t('inbox.readers.count', { count: first.count })}
            {mustConfirm && ` ${t('inbox.readers.confirmed', { count: first.confirmed })}`}
          </p>
          <Table
            label={t('inbox.readers')}
            named
            columns={[
              { label: t('inbox.reader') },
              { label: t('inbox.read.by') },
              ...(mustConfirm ? [{ label: t('inbox.confirmed.by') }] : [])
            ]}
            rows={readers.map(({ id, name, readAt, confirmedAt }) => ({
              key: id,
              cells: [name, format.dateTime(readAt), ...(confirmedAt ? [format.dateTime(confirmedAt)] : [])]
            }))}
          />
        </>
      ) : (
        <p className="muted">{t('inbox.readers.none')}</p>
      )}
    </section>
  );
}
