import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['access/policy'],
  localTables: { maintenance: 'one row for the whole product' },
  areas: {
    /** Brands, issuers, issuer groups and settings of the system. */
    system: { roles: { Z: 'vm' } }
  },
  auditActions: ['system.maintenance_begun', 'system.maintenance_ended']
});
