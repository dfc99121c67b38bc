import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['access/settings', 'sign-in'],
  areas: {
    /** One's own profile, transactions and expense reports. */
    own: { roles: { A: 'vm', S: 'vm', O: 'vm', C: 'vm', G: 'vm', H: 'vm', I: 'vm' } },
    reports: { roles: { A: 'r', S: 'r', O: 'r', C: 'r', G: 'r', H: 'r', I: 'r' } }
  },
  /** What a card account brings; the modules that come take them over (C6.033). */
  features: {
    expense_reports: ['card account'],
    travel_expense: ['own eyes', 'card account'],
    card_services: ['card account']
  }
});
