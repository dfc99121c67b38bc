// The password rules that need nothing but the password and the user id: the same code in the server, in
// the forms and in their bullets. It runs in browsers too, so it imports nothing.

/** P9.001. */
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 20;

/** Each rule by the message key of its bullet, `password.rule.<name>`. */
export const PASSWORD_RULES = {
  /** 12 to 20 characters (P5.011). */
  length: (password: string) => {
    const characters = [...password].length;
    return characters >= PASSWORD_MIN && characters <= PASSWORD_MAX;
  },
  /** At least 2 letters and at least 2 numbers or special characters. */
  include: (password: string) => {
    const letters = password.match(/\p{L}/gu)?.length ?? 0;
    return letters >= 2 && [...password].length - letters >= 2;
  },
  /** No more than two of a character in a row. */
  exclude: (password: string) => password !== '' && !/(.)\1\1/su.test(password),
  /** Not the user id (P5.006). */
  'user.id': (password: string, userId: string) =>
    password !== '' && password.toLowerCase() !== userId.trim().toLowerCase()
} as const;

export type PasswordRule = keyof typeof PASSWORD_RULES;

/** The rules a password breaks, in the order they are shown. */
export function brokenRules(password: string, userId: string): PasswordRule[] {
  return (Object.keys(PASSWORD_RULES) as PasswordRule[]).filter((rule) => !PASSWORD_RULES[rule](password, userId));
}

/** Surrounding ASCII space isn't part of a password (P5.008, PD.4). */
export function trimPassword(password: string): string {
  return password.replace(/^ +| +$/g, '');
}
