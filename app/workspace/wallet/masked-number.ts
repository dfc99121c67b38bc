import type { WalletAccount } from '@/lib/money/wallet/wallet';

/** The number of a bank account as people know it again: `SE •••• 4321`, of a US account without its country. */
export const maskedNumber = ({ scheme, country, lastFour }: Pick<WalletAccount, 'scheme' | 'country' | 'lastFour'>) =>
  `${scheme === 'iban' ? `${country} ` : ''}•••• ${lastFour}`;
