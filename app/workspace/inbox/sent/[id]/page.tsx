import '../../inbox.css';
import { notFound } from 'next/navigation';
import { readersOf, type SentMessage, sentMessage } from '@/lib/kit/inbox/sent-message';
import { idOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { Confirm } from '../../../ui/confirm';
import { DoneNotice, Notice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { change, remove } from '../../actions';
import { messageFields } from '../../message-fields';
import { senderOf } from '../../shown';
import { Readers } from './readers';

export const generateMetadata = titled('inbox.sent');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** A sent message: who has read it, and its form for those who may change it (C6.024). */
export default workspacePage(async function SentMessagePage({ params, searchParams }: Props) {
  const { principal, t, format } = await signedInFor('messages', 'view');
  const id = idOf((await params).id);
  const message = (await sentMessage(principal, id)) ?? notFound();
  const readers = await readersOf(principal, id);
  const { subject, sentAt, placeName, isChangeable } = message;
  return (
    <>
      <PageHead
        title={subject}
        trail={[
          { href: '/workspace/inbox', label: t('inbox.title') },
          { href: '/workspace/inbox/sent', label: t('inbox.sent') },
          { href: null, label: subject }
        ]}
        detail={[senderOf(t, message), format.dateTime(sentAt), t('inbox.to', { place: placeName })].join(' · ')}
        actions={
          isChangeable && (
            <Confirm
              label={t('inbox.delete')}
              question={t('inbox.delete.question', { subject })}
              explanation={t('inbox.delete.explanation')}
              confirmLabel={t('inbox.delete')}
              action={remove}
              hidden={{ id }}
            />
          )
        }
      />
      <DoneNotice query={await searchParams} texts={{ sent: t('inbox.done.sent'), changed: t('inbox.done.changed') }} />
      {!isChangeable && <Notice kind="hint">{t('inbox.read.only')}</Notice>}
      <Readers message={message} readers={readers} {...{ t, format }} />
      <section className="panel" aria-label={t('inbox.message')}>
        {isChangeable ? <MessageForm message={message} /> : <p className="message-body">{message.body}</p>}
      </section>
    </>
  );
});

async function MessageForm({ message }: { message: SentMessage }) {
  const { t } = await signedInFor('messages', 'modify');
  const { id, nodeId, roles, subject, body, mustConfirm, firstDay, lastDay, placeName } = message;
  return (
    <>
      <p className="hint">{t('inbox.change.hint')}</p>
      <RecordForm
        action={change}
        fields={messageFields(t, placeName)}
        values={{ nodeId, roles, subject, body, mustConfirm, firstDay, lastDay }}
        hidden={{ id }}
        submitLabel={t('inbox.save')}
        cancelHref="/workspace/inbox/sent"
      />
    </>
  );
}
