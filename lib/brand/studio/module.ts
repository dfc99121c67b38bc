import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['brand/brands', 'sign-in'],
  tables: ['brand_drafts', 'brand_edits_set_aside'],
  auditActions: [
    'brand.access_denied',
    'brand.archived',
    'brand.brought_back',
    'brand.created',
    'brand.hostname_added',
    'brand.hostname_removed',
    'brand.hostname_verified',
    'brand.published',
    'brand.version_restored'
  ]
});
