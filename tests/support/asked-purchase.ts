/** What a card network asks for a purchase in NOK under a reference of its own; the amount is in major units, as text. */
export const askedPurchase = (reference: string, amount: string) => ({
  reference,
  at: new Date(),
  kind: 'purchase' as const,
  amount,
  currency: 'NOK',
  merchantName: 'HOTEL NORD',
  merchantId: null,
  acquirerId: null,
  category: null
});
