import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: [],
  tables: ['settings'],
  areas: {
    company_configuration: { roles: { C: 'vm', G: 'vm', I: 'vm', Z: 'v' } },
    issuer_configuration: { roles: { H: 'v', I: 'vm', Z: 'v' } }
  },
  keyPurposes: ['setting']
});
