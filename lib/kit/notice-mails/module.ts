import { defineModule } from '../../composition/define-module';
import { deliverNotice } from './deliver-notice';
import { mailDueNotices, sendHeldNotices } from './send-held';
import { noticeSettingsOfUser } from './settings-of-user';

export default defineModule({
  needs: ['access/policy', 'brand/brands', 'brand/mail', 'directory/people', 'kit/notices', 'kit/web-push'],
  tables: ['notice_settings', 'held_notices'],
  outbox: {
    'inbox.notice': deliverNotice,
    'notices.due': mailDueNotices
  },
  chores: { sendHeldNotices },
  belongings: [noticeSettingsOfUser]
});
