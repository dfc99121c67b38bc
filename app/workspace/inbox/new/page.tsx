import { messagePlace } from '@/lib/kit/inbox/message-place';
import { todayIn } from '@/lib/kit/listing/issuer-days';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { send } from '../actions';
import { messageFields, placeWords } from '../message-fields';

export const generateMetadata = titled('inbox.new');

/** A new message, to the sender's own place unless they choose one inside. */
export default workspacePage(async function NewMessagePage() {
  const { principal, t, timeZone } = await signedInFor('messages', 'modify');
  const [own] = principal.scope.subtrees;
  const place = own ? await messagePlace(principal, own.nodeId) : null;
  return (
    <>
      <PageHead
        title={t('inbox.new')}
        trail={[
          { href: '/workspace/inbox', label: t('inbox.title') },
          { href: null, label: t('inbox.new') }
        ]}
      />
      <section className="panel">
        <RecordForm
          action={send}
          fields={messageFields(t, place ? placeWords(t, place) : undefined)}
          values={{ nodeId: place?.id ?? '', firstDay: todayIn(timeZone) }}
          submitLabel={t('inbox.send')}
          cancelHref="/workspace/inbox"
        />
      </section>
    </>
  );
});
