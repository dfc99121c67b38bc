import { defineModule } from '../../composition/define-module';
import { visitsOfUser } from './visits-of-user';

export default defineModule({
  needs: ['access/settings', 'access/policy', 'kit/setup', 'directory/people', 'directory/structure'],
  tables: ['resource_opens', 'resource_visits'],
  areas: {
    /** The resource centre (C2.028): what is for the reader's role, place and language. */
    resources: { roles: { A: 'v', S: 'v', O: 'v', C: 'v', G: 'v', H: 'v', I: 'v' } },
    /** Its set-up (C2.087). */
    resource_setup: { roles: { C: 'vm', G: 'vm', I: 'vm', Z: 'v' } }
  },
  belongings: [visitsOfUser]
});
