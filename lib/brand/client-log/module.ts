import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: [],
  tables: ['client_log']
});
