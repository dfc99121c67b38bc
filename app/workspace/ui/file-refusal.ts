/** The texts that a part with an upload needs, in the reader's language. */
export type UploadTexts = Record<'sending' | 'cancel' | 'cancelled', string>;

/** Which files a field takes. */
export interface FileRules {
  /** The accepted types, as in `accept`; without it any. */
  accept?: string;
  /** The most bytes. */
  most: number;
  /** Whether a photo is made smaller before it is sent. */
  shrinks?: true;
  texts: UploadTexts & Record<'prompt' | 'empty' | 'tooLarge' | 'wrongType', string>;
}

/** Why a file isn't taken, in the reader's language; null if it is. */
export function fileRefusal(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  { accept, most, texts }: FileRules
): string | null {
  const ending = name.toLowerCase();
  const fits = (one: string) => (one.startsWith('.') ? ending.endsWith(one) : type === one);
  if (accept && !accept.split(',').some(fits)) return texts.wrongType;
  if (size === 0) return texts.empty;
  return size > most ? texts.tooLarge : null;
}
