import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'structure.upload.title',
  group: 'company',
  order: 440,
  icon: 'upload',
  needs: ['structure_upload', 'view'],
  program: 'structure.upload'
});
