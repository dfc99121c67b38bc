import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['access/settings', 'access/policy', 'kit/listing'],
  tables: ['recent_items', 'search_words']
});
