import { defineModule } from '../../composition/define-module';
import { auditListing } from './audit-listing';
import { verificationPayload, verifyChain } from './verify-chain';

export default defineModule({
  needs: ['access/settings', 'sign-in', 'access/policy', 'kit/listing', 'kit/jobs', 'kit/setup'],
  tables: ['audit_verifications'],
  areas: {
    audit: { roles: { C: 'v', G: 'v', H: 'v', I: 'v', Z: 'v' } }
  },
  auditActions: ['audit.verified'],
  lists: {
    audit: { listing: auditListing, path: '/workspace/audit' }
  },
  jobs: {
    'audit.verification': { payload: verificationPayload, does: verifyChain, alone: true, keptDays: 30 }
  }
});
