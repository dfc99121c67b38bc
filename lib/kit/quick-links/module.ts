import { defineModule } from '../../composition/define-module';
import { quickLinksOfUser } from './quick-links-of-user';

export default defineModule({
  needs: ['access/policy'],
  tables: ['quick_links'],
  belongings: [quickLinksOfUser]
});
