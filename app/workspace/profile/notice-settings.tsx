import { noticeSettings } from '@/lib/kit/notice-mails/settings';
import { signedIn } from '../signed-in';
import { RecordForm } from '../ui/record-form';
import { noticeFields } from './notice-fields';
import { saveNotices } from './notices-action';

/** How notices reach the user beyond the inbox. */
export async function NoticeSettings() {
  const { actor, t } = await signedIn();
  return (
    <section className="panel" aria-labelledby="notices-heading">
      <div>
        <h2 id="notices-heading">{t('profile.notices')}</h2>
        <p className="muted">{t('profile.notices.hint')}</p>
      </div>
      <RecordForm
        id="notices"
        action={saveNotices}
        fields={await noticeFields()}
        values={await noticeSettings(actor)}
        submitLabel={t('form.save')}
      />
    </section>
  );
}
