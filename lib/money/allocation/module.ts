import { defineModule } from '../../composition/define-module';
import { splitProfilesOfUser } from './merged-owners';

export default defineModule({
  needs: ['access/policy', 'kit/listing', 'directory/structure', 'directory/people'],
  tables: ['split_profiles'],
  auditActions: ['split_profile.changed', 'split_profile.created', 'split_profile.deleted'],
  belongings: [splitProfilesOfUser]
});
