import { newId } from '@/lib/core/secrets/ids';
import { noticeSettings } from '@/lib/kit/notice-mails/settings';
import { pushPublicKey } from '@/lib/kit/web-push/vapid';
import { signedIn } from '../signed-in';
import { formTextsOf } from '../ui/form-texts';
import { Fresh } from '../ui/fresh';
import { noticeFields } from './notice-fields';
import { saveNotices } from './notices-action';
import { NoticesLeaf } from './notices-leaf';
import { isOn, turnOff, turnOn } from './push-actions';
import { PushLeaf } from './push-leaf';

/** How notices reach the user beyond the inbox. */
export async function NoticeSettings() {
  const { actor, t } = await signedIn();
  return (
    <section className="panel" aria-labelledby="notices-heading">
      <div>
        <h2 id="notices-heading">{t('profile.notices')}</h2>
        <p className="muted">{t('profile.notices.hint')}</p>
      </div>
      <Fresh rendered={newId()}>
        <NoticesLeaf
          action={saveNotices}
          fields={await noticeFields()}
          values={await noticeSettings(actor)}
          submitLabel={t('form.save')}
          texts={{
            kind: t('profile.notices'),
            mail: t('notice.channel.mail'),
            browser: t('notice.channel.browser')
          }}
          formTexts={formTextsOf(t)}
        />
      </Fresh>
      <div>
        <h3>{t('notice.push.here')}</h3>
        <p className="muted">{t('notice.push.hint')}</p>
      </div>
      <PushLeaf
        publicKey={await pushPublicKey()}
        texts={{
          on: t('notice.push.on'),
          off: t('notice.push.off'),
          blocked: t('notice.push.blocked'),
          unsupported: t('notice.push.unsupported'),
          failed: t('notice.push.failed'),
          turnOn: t('notice.push.turn.on'),
          turnOff: t('notice.push.turn.off')
        }}
        turnOn={turnOn}
        turnOff={turnOff}
        isOn={isOn}
      />
    </section>
  );
}
