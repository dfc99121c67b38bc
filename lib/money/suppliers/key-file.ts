const KEY = /^(-----BEGIN [A-Z ]+-----)([A-Za-z0-9+/=\s]+)(-----END [A-Z ]+-----)$/;

/** Whether what was typed is meant as a private key. */
export const isKeyFile = (typed: string) => typed.startsWith('-----BEGIN ');

/** A private key with the line breaks of its file, which a field of one line takes away; a password as it is. */
export const asKeyFile = (typed: string): string =>
  typed.replace(KEY, (_, begin: string, body: string, end: string) =>
    [begin, ...(body.replace(/\s/g, '').match(/.{1,64}/g) ?? []), end, ''].join('\n')
  );
