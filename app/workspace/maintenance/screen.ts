import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'maintenance.title',
  group: 'system',
  order: 520,
  icon: 'maintenance',
  needs: ['system', 'modify']
});
