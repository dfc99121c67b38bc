import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: ['access/settings'],
  referenceTables: { brands: 'sessions, registrations and the brands of an issuer name one' },
  localTables: {
    brand_hostnames: 'every process reads all of them and keeps them',
    brand_texts: 'every process reads all of them and keeps them',
    brand_images: 'every process reads all of them and keeps them',
    brand_image_files: 'images of brands, by digest',
    brand_versions: 'the history of brands'
  },
  auditActions: ['brand.saved']
});
