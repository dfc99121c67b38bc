import { defineModule } from '../../composition/define-module';
import { sendMail } from './send-mail';

export default defineModule({
  needs: ['brand/brands'],
  tables: ['caught_mails'],
  outbox: {
    'mail.send': sendMail
  }
});
