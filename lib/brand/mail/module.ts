import { defineModule } from '../../composition/define-module';
import { sendMail } from './send-mail';

export default defineModule({
  needs: ['brand/brands'],
  localTables: { caught_mails: 'the mails of a demo, whoever they are for' },
  outbox: {
    'mail.send': sendMail
  }
});
