import { defineModule } from '../../composition/define-module';
import { inboxOfUser } from './inbox-of-user';
import { MESSAGES } from './message-listing';
import { announceMessages, tellReaders } from './tell-readers';

export default defineModule({
  needs: ['access/policy', 'kit/listing', 'kit/notice-mails', 'kit/notices', 'directory/structure', 'directory/people'],
  tables: ['inbox_messages', 'inbox_reads'],
  areas: {
    /** Messages to everybody in a part of the structure; modify: send, change and delete them. */
    messages: { roles: { C: 'vm', G: 'vm', H: 'vm', I: 'vm', Z: 'vm' }, ofOwnEyes: ['modify'] }
  },
  features: {
    /** What is addressed to a person is for that person's eyes. */
    inbox: ['own eyes']
  },
  auditActions: ['message.changed', 'message.confirmed', 'message.deleted', 'message.sent'],
  lists: {
    messages: { listing: MESSAGES, path: '/workspace/inbox/sent' }
  },
  outbox: { 'inbox.message': tellReaders },
  chores: { announceMessages },
  belongings: [inboxOfUser]
});
