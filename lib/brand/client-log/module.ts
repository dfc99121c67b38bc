import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: [],
  localTables: { client_log: 'a page reports before anybody has signed in' }
});
