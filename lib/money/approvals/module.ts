import { defineModule } from '../../composition/define-module';
import { amountsOfUser } from './authors';
import { approvalsOfUser } from './merged-approvers';
import { APPROVAL_PROFILES } from './profiles';
import { approvalStep } from './setup-steps';

export default defineModule({
  needs: ['sign-in', 'access/policy', 'kit/listing', 'directory/structure', 'directory/people'],
  tables: [
    'approval_profiles',
    'approval_levels',
    'approval_level_members',
    'approval_places',
    'approval_delegations',
    'merged_users'
  ],
  areas: {
    approvals: { roles: { S: 'a', O: 'a', C: 'a', G: 'a' } }
  },
  features: {
    delegation: ['own eyes'],
    approval_profiles: ['own eyes']
  },
  auditActions: [
    'approval_delegation.changed',
    'approval_delegation.created',
    'approval_delegation.withdrawn',
    'approval_profile.changed',
    'approval_profile.created',
    'approval_profile.deleted'
  ],
  lists: {
    'approval-profiles': { listing: APPROVAL_PROFILES, path: '/workspace/approvals/profiles' }
  },
  belongings: [approvalsOfUser, amountsOfUser],
  setupSteps: { approval: approvalStep }
});
