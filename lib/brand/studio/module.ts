import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['brand/brands', 'sign-in'],
  localTables: {
    brand_drafts: 'drafts of brands',
    brand_edits_set_aside: 'drafts of brands'
  },
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
