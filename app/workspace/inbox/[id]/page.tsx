import '../inbox.css';
import { notFound } from 'next/navigation';
import { openMessage } from '@/lib/kit/inbox/open-message';
import { idOf } from '../../addresses';
import { signedInWith } from '../../signed-in';
import { titled } from '../../titled';
import { ActionForm } from '../../ui/action-form';
import { DoneNotice, Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { archive, confirm } from '../actions';
import { senderOf } from '../shown';

export const generateMetadata = titled('inbox.title');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** A message that is addressed to the reader, who has read it then, and confirms it if it asks for that. */
export default workspacePage(async function MessagePage({ params, searchParams }: Props) {
  const { principal, t, format } = await signedInWith('inbox');
  const message = (await openMessage(principal, idOf((await params).id))) ?? notFound();
  const { id, subject, body, mustConfirm, confirmedAt, sentAt, placeName, isArchived } = message;
  const texts = { failed: t('save.failed'), serverDown: t('server.down') };
  const isOpen = mustConfirm && !confirmedAt;
  return (
    <>
      <PageHead
        title={subject}
        trail={[
          { href: '/workspace/inbox', label: t('inbox.title') },
          { href: null, label: subject }
        ]}
        detail={[senderOf(t, message), format.dateTime(sentAt), t('inbox.to', { place: placeName })].join(' · ')}
        actions={
          !isOpen && (
            <ActionForm action={archive} texts={texts} hidden={{ id, view: 'all', archived: String(!isArchived) }}>
              <button type="submit">{t(isArchived ? 'inbox.restore' : 'inbox.archive')}</button>
            </ActionForm>
          )
        }
      />
      <DoneNotice query={await searchParams} texts={{ confirmed: t('inbox.confirmed') }} />
      <section className="panel">
        <p className="message-body">{body}</p>
      </section>
      {isOpen && (
        <section className="panel" aria-label={t('inbox.to.confirm')}>
          <p>{t('inbox.confirm.explanation')}</p>
          <ActionForm action={confirm} texts={texts} hidden={{ id }}>
            <button type="submit" className="primary">
              {t('inbox.confirm')}
            </button>
          </ActionForm>
        </section>
      )}
      {confirmedAt && <Notice kind="hint">{t('inbox.confirmed.at', { at: format.dateTime(confirmedAt) })}</Notice>}
    </>
  );
});
