import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['access/policy'],
  tables: ['attachments'],
  auditActions: ['attachment.added', 'attachment.removed']
});
