import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'payment.title',
  group: 'spend',
  order: 130,
  icon: 'payments',
  needs: ['payments', 'modify'],
  program: 'bill.pay',
  create: {
    href: '/workspace/payments/new',
    label: 'payment.make',
    needs: ['payments', 'modify'],
    program: 'bill.pay'
  }
});
