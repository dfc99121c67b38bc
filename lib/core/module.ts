import { defineModule } from '../composition/define-module';
import { maintain } from './server/maintain';

export default defineModule({
  needs: [],
  tables: ['audit_heads', 'audit_entries', 'files', 'large_files', 'large_file_parts'],
  localTables: {
    rate_limits: 'an address or an alias is limited before an issuer is known',
    outbox: 'workers take the oldest of all issuers under a lock',
    chores: 'what is done every hour is done once for all issuers'
  },
  chores: { maintain },
  auditActions: ['upload.virus_found'],
  keyPurposes: ['anti-forgery', 'file', 'log-subject', 'outbox']
});
