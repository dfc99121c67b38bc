import type { NewAccount } from '@/lib/directory/structure/schema';
import { aCardNumber } from './card-numbers';

/** The input for opening an account. */
export const aNewAccount = (more: Partial<NewAccount> = {}): NewAccount => ({
  cardNumber: aCardNumber(),
  name1: 'Robin Example',
  name2: null,
  bankNumber: '12345',
  ica: null,
  cardType: null,
  statusCode: null,
  creditLimit: '1500.50',
  transactionLimit: null,
  currency: 'EUR',
  openedOn: '2026-01-31',
  ...more
});
