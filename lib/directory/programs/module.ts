import { defineModule } from '../../composition/define-module';
import { PROGRAM_OPTION_ACTIONS } from './bulk-actions';
import { CONFIGURED_COMPANIES, CONFIGURED_ISSUERS } from './configured-node';
import { PROGRAM_OPTIONS } from './program-options';

export default defineModule({
  needs: ['access/settings', 'access/policy', 'kit/listing', 'directory/structure', 'directory/people', 'kit/bulk'],
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
  ],
  lists: {
    'configured-companies': { listing: CONFIGURED_COMPANIES, path: '/workspace/configuration/company' },
    'configured-issuers': { listing: CONFIGURED_ISSUERS, path: '/workspace/configuration/issuer' },
    'program-options': {
      listing: PROGRAM_OPTIONS,
      path: '/workspace/program-options',
      record: ({ id }) => `/workspace/program-options/${id}`
    }
  },
  bulkActions: {
    'program-options': PROGRAM_OPTION_ACTIONS
  }
});
