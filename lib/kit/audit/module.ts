import { defineModule } from '../../composition/define-module';
import { auditListing } from './audit-listing';
import { periodFault } from './period-fault';
import { AUDIT_TRAIL } from './reports/audit-trail';
import { verificationPayload, verifyChain } from './verify-chain';

export default defineModule({
  needs: ['access/settings', 'sign-in', 'access/policy', 'kit/listing', 'kit/jobs', 'kit/setup'],
  tables: ['audit_verifications'],
  areas: {
    audit: { roles: { C: 'v', G: 'v', H: 'v', I: 'v', Z: 'v' } }
  },
  auditActions: ['audit.export_checked', 'audit.verified'],
  lists: {
    audit: {
      listing: auditListing,
      path: '/workspace/audit',
      dataSet: {
        groups: ['actor', 'action', 'entity', 'place', 'accessor'],
        sums: [],
        period: 'at',
        fault: periodFault
      }
    }
  },
  reports: { 'audit-trail': AUDIT_TRAIL },
  jobs: {
    'audit.verification': { payload: verificationPayload, does: verifyChain, alone: true, keptDays: 30 }
  }
});
