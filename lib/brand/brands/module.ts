import { defineModule } from '../../composition/define-module';

export default defineModule({
  needs: [],
  tables: ['brands', 'brand_hostnames', 'brand_texts', 'brand_images', 'brand_image_files', 'brand_versions'],
  auditActions: ['brand.saved']
});
