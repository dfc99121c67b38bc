/** Days that a link is good for. */
export const LINK_DAYS = 14;
/** After so many wrong passphrases a link is locked. */
export const MOST_MISSES = 5;
/** How often a link shows its card. */
export const MOST_SHOWN = 20;
/** Seconds that a card is shown. */
export const SHOWN_SECONDS = 60;
/** Minutes after the passphrase in which a card can be shown without it. */
export const PROVEN_MINUTES = 10;
