import { defineModule } from '../../composition/define-module';
import { awaitReading } from './await-reading';

export default defineModule({
  needs: ['kit/attachments'],
  tables: ['receipt_readings'],
  keyPurposes: ['receipt-words'],
  outbox: { 'attachment.kept': awaitReading }
});
