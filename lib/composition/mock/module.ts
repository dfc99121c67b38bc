import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['brand/brands', 'sign-in']
});
