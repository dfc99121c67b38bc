import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'structure.upload.title',
  group: 'structure',
  order: 220,
  needs: ['structure_upload', 'view'],
  program: 'structure.upload'
});
