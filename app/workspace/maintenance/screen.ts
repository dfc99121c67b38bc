import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'maintenance.title',
  group: 'brands',
  order: 320,
  needs: ['system', 'modify']
});
