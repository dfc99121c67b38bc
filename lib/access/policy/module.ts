import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['access/settings', 'sign-in'],
  areas: {
    /** One's own profile, transactions and expense reports. */
    own: { roles: { A: 'vm', S: 'vm', O: 'vm', C: 'vm', G: 'vm', H: 'vm', I: 'vm' } },
    reports: { roles: { A: 'r', S: 'r', O: 'r', C: 'r', G: 'r', H: 'r', I: 'r' } }
  }
});
