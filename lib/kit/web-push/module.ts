import { defineModule } from '../../composition/define-module';
import { sendPush } from './push-notice';
import { forgetSubscriptions } from './subscriptions';
import { pushSubscriptionsOfUser } from './subscriptions-of-user';

export default defineModule({
  needs: ['directory/people'],
  tables: ['push_subscriptions'],
  localTables: { push_keys: 'the key pair of the installation, by which push services know it' },
  keyPurposes: ['push-endpoint', 'push-subscription', 'push-vapid'],
  auditActions: ['push.turned_off', 'push.turned_on'],
  outbox: { 'notices.push': sendPush },
  chores: { forgetSubscriptions },
  belongings: [pushSubscriptionsOfUser]
});
