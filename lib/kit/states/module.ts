import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['access/policy']
});
