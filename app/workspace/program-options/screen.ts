import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'program.options',
  group: 'setup.general',
  order: 720,
  icon: 'options',
  needs: ['program_options', 'view']
});
