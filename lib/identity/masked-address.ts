import { keyedHash } from '../core/keys';

const TOP_LEVEL = ['com', 'com', 'com', 'net', 'org'];

/** An e-mail address of which its owner recognizes enough: `a*****t@d*****.example` (P2.027). */
export function maskedAddress(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  const parts = domain.split('.');
  const top = parts.length > 1 ? `.${parts.at(-1)}` : '';
  return `${local.slice(0, 1)}*****${local.slice(-1)}@${domain.slice(0, 1)}*****${top}`.toLowerCase();
}

/** The masked address of a user id that doesn't exist, or has none: the same at every call (PD.2). */
export function inventedAddress(key: string): string {
  const bytes = keyedHash('invented-record', `address\0${key}`);
  const letter = (at: number) => String.fromCharCode(97 + ((bytes[at] as number) % 26));
  return `${letter(0)}*****${letter(1)}@${letter(2)}*****.${TOP_LEVEL[(bytes[3] as number) % TOP_LEVEL.length]}`;
}

/** Whether a text from an address parameter has the shape of a masked address, and so may be shown. */
export function isMaskedAddress(text: string | null | undefined): text is string {
  return /^[\p{L}\p{N}._+-]?\*{3,8}[\p{L}\p{N}._+-]?@[\p{L}\p{N}]?\*{3,8}(\.[a-z]{2,24})?$/u.test(text ?? '');
}
