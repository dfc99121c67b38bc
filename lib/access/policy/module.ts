import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['access/settings', 'sign-in'],
  /** What a card account brings; the modules that come take them over (C6.033). */
  features: {
    travel_expense: ['own eyes', 'card account'],
    card_services: ['card account']
  }
});
