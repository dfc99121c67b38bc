import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['access/settings', 'access/policy'],
  tables: ['saved_views'],
  features: {
    exports: ['own eyes']
  },
  auditActions: ['list.exported']
});
