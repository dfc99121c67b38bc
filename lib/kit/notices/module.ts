import { defineModule } from '../../composition/define-module';
import { deliverNotice } from './deliver-notice';
import { forgetNotices } from './forget-notices';
import { noticesOfUser } from './notices-of-user';

export default defineModule({
  needs: ['access/policy'],
  tables: ['inbox_notices'],
  outbox: {
    'inbox.notice': deliverNotice
  },
  chores: { forgetNotices },
  belongings: [noticesOfUser]
});
