import { keyedHash } from '../../core/secrets/keys';

/** Letters by their frequency at the beginning and end of names, so that a drawn one looks plausible. */
const LETTERS = 'aaaabbccddeeeefghiijjkkllllmmmmnnnnoopprrrrssssttuvwyz';

/**
 * Masks an e-mail address so that its owner recognizes it: `r*****n@m*****` (P2.027). It shows no more than an invented
 * one could (PD.2): no top-level domain, and a drawn letter for characters other than a to z.
 */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  return masked([local.at(0), local.at(-1), domain.at(0)], address);
}

/** The masked address for an unknown user id or one without an address: the same at every call (PD.2). */
export function inventedAddress(key: string): string {
  return masked([], key);
}

function masked(shown: (string | undefined)[], source: string): string {
  const bytes = keyedHash('invented-record', `address\0${source}`);
  const [first, last, domain] = [0, 1, 2].map((n) => {
    const sign = shown[n]?.toLowerCase() ?? '';
    return /^[a-z]$/.test(sign) ? sign : LETTERS[(bytes[n] as number) % LETTERS.length];
  });
  return `${first}*****${last}@${domain}*****`;
}

/**
 * Whether a text from an address parameter has the form of a masked address, ours or another client's, and so may be
 * displayed.
 */
export function isMaskedAddress(text: string | null | undefined): text is string {
  return /^(?=[^@]*\*)[a-z0-9*._+-]{1,40}@[a-z0-9*.-]{1,60}$/i.test(text ?? '');
}
