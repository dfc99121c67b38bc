import { defineModule } from '../composition/define-module';
import { maintain } from './server/maintain';

export default defineModule({
  needs: [],
  tables: [
    'rate_limits',
    'audit_heads',
    'audit_entries',
    'outbox',
    'files',
    'large_files',
    'large_file_parts',
    'chores'
  ],
  chores: { maintain },
  auditActions: ['upload.virus_found'],
  keyPurposes: ['anti-forgery', 'file', 'log-subject', 'outbox']
});
