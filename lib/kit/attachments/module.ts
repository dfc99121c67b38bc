import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['access/policy'],
  tables: ['attachments', 'attachment_previews', 'attachment_pages'],
  keyPurposes: ['attachment-preview'],
  auditActions: ['attachment.added', 'attachment.removed']
});
