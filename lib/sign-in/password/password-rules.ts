// The password rules that need only the password and the user id: the server, the forms and their bullets share this
// code. It runs in browsers too, so it imports nothing.

/** P9.001; an issuer program with the old rule may have less (CD.1). */
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 20;

/** Whether the old rule applies (C5.002): a shorter password with two digits. */
export const isOldRule = (minimum: number) => minimum < PASSWORD_MIN;

type Rule = (password: string, userId: string, minimum: number) => boolean;

/** Each rule by the message key of its bullet, `password.rule.<name>`. */
export const PASSWORD_RULES = {
  /** 12 to 20 characters (P5.011). */
  length: (password, _userId, minimum) => {
    const characters = [...password].length;
    return characters >= minimum && characters <= PASSWORD_MAX;
  },
  /** At least 2 letters and at least 2 numbers or special characters; by the old rule 2 numbers. */
  include: (password, _userId, minimum) => {
    const letters = password.match(/\p{L}/gu)?.length ?? 0;
    const others = isOldRule(minimum) ? (password.match(/\d/g)?.length ?? 0) : [...password].length - letters;
    return letters >= 2 && others >= 2;
  },
  /** No more than two of a character in a row. */
  exclude: (password) => password !== '' && !/(.)\1\1/su.test(password),
  /** Not the user id (P5.006). */
  'user.id': (password, userId) => password !== '' && password.toLowerCase() !== userId.trim().toLowerCase()
} as const satisfies Record<string, Rule>;

export type PasswordRule = keyof typeof PASSWORD_RULES;

/** The rules that a password violates, in display order. */
export function brokenRules(password: string, userId: string, minimum: number = PASSWORD_MIN): PasswordRule[] {
  return (Object.keys(PASSWORD_RULES) as PasswordRule[]).filter(
    (rule) => !(PASSWORD_RULES[rule] as Rule)(password, userId, minimum)
  );
}

/** Surrounding ASCII space isn't part of a password (P5.008, PD.4). */
export function trimPassword(password: string): string {
  return password.replace(/^ +| +$/g, '');
}
