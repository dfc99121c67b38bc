import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'program.options',
  group: 'programs',
  order: 280,
  needs: ['program_options', 'view']
});
