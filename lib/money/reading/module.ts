import { defineModule } from '../../composition/define-module';
import { awaitReading } from './await-reading';

export default defineModule({
  needs: ['kit/attachments'],
  tables: ['receipt_readings', 'receipt_likes'],
  keyPurposes: ['receipt-words', 'receipt-marks'],
  outbox: { 'attachment.kept': awaitReading }
});
