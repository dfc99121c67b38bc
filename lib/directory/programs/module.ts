import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['access/settings', 'access/policy', 'kit/listing', 'directory/structure', 'directory/people'],
  tables: ['program_options'],
  areas: {
    program_options: { roles: { H: 'v', I: 'vm', Z: 'v' } }
  },
  auditActions: [
    'company.program_option_changed',
    'configuration.changed',
    'program_option.changed',
    'program_option.created',
    'program_option.deleted'
  ]
});
