import { defineModule } from '../../composition/define-module';
import { forgetNotices } from './forget-notices';
import { noticesOfUser } from './notices-of-user';

export default defineModule({
  needs: ['access/policy'],
  tables: ['inbox_notices'],
  chores: { forgetNotices },
  belongings: [noticesOfUser]
});
