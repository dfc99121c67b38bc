import { defineModule } from '../../composition/define-module';
import { copyRecords } from './copy-parts';
import { copyPayload } from './copy-record';
import { RECORD_ACTIONS, RECORD_LISTS } from './record-lists';

export default defineModule({
  needs: ['access/policy', 'kit/listing', 'kit/bulk', 'kit/jobs', 'directory/structure', 'directory/programs'],
  tables: ['setup_records', 'setup_record_keys', 'setup_references', 'setup_totals', 'setup_secrets'],
  areas: {
    /** Company set-up: accounting codes, schemes, custom data fields and other lists of a company. */
    company_setup: { roles: { O: 'v', C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' } },
    /** An issuer's own lists: card types, account status codes, reason codes and the like. */
    issuer_setup: { roles: { H: 'v', I: 'vm', Z: 'v' } }
  },
  programFeatures: ['expense.reports', 'mileage', 'custom.fields'],
  auditActions: [
    'setup.activated',
    'setup.changed',
    'setup.copied',
    'setup.created',
    'setup.deactivated',
    'setup.deleted',
    'setup.exported',
    'setup.moved'
  ],
  keyPurposes: ['setup-secret', 'setup-secret-hash'],
  lists: RECORD_LISTS,
  bulkActions: RECORD_ACTIONS,
  jobs: {
    'setup.copy': { payload: copyPayload, does: copyRecords, alone: true, keptDays: 30 }
  }
});
