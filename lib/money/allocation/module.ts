import { defineModule } from '../../composition/define-module';
import { splitProfilesOfUser } from './merged-owners';
import { assignedStep, codesStep, valuesStep } from './setup-steps';
import { SPLIT_PROFILES } from './split-profiles';

export default defineModule({
  needs: ['access/policy', 'kit/listing', 'directory/structure', 'directory/people'],
  tables: ['split_profiles'],
  programFeatures: ['cost.allocation'],
  auditActions: ['split_profile.changed', 'split_profile.created', 'split_profile.deleted'],
  lists: {
    'split-profiles': { listing: SPLIT_PROFILES, path: '/workspace/transactions/profiles' }
  },
  belongings: [splitProfilesOfUser],
  setupSteps: { codes: codesStep, values: valuesStep, assigned: assignedStep }
});
