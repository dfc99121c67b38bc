import { defineModule } from '../composition/define-module';

export default defineModule({
  needs: [],
  tables: ['rate_limits', 'audit_heads', 'audit_entries', 'outbox', 'files', 'large_files', 'large_file_parts'],
  auditActions: ['upload.virus_found'],
  keyPurposes: ['anti-forgery', 'file', 'log-subject', 'outbox']
});
