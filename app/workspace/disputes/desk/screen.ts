import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'dispute.desk',
  group: 'spend',
  order: 125,
  icon: 'disputes',
  needs: ['dispute_desk', 'view']
});
