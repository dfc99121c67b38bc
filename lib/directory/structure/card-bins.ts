/** Whether a card number begins with one of these; true if there are none. */
export const beginsWithOne = (cardNumber: string, bins: readonly string[]) =>
  bins.length === 0 || bins.some((bin) => cardNumber.startsWith(bin));
