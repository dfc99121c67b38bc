import { z } from 'zod';
import { keyedHash } from '../../core/secrets/keys';

/** An entered user id: any text of 1 to 80 characters, compared without case and surrounding space (PD.4). */
export const userIdSchema = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(80, 'too.long')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'invalid.entry');

/** Identifies a user in calls: opaque, and invented for unknown users (PD.3). */
export const aliasSchema = z.string().regex(/^[0-9a-f]{32}$/);

/** The form in which user ids are compared and stored for look-up. */
export function userIdKey(userId: string): string {
  return userId.normalize('NFKC').trim().toLowerCase();
}

export const loginInfoRow = z.strictObject({
  ldapId: z.string(),
  loginType: z.enum(['pwd', 'token']),
  b2BAlias: z.string()
});

/** The result of looking up a user id (P3.007). */
export type LoginInfo = z.infer<typeof loginInfoRow>;

/**
 * The record of an unknown user id: derived from the id, so that it is the same at every call and on every server, and
 * looks like a real one (PD.2).
 */
export function inventedLoginInfo(key: string): LoginInfo {
  const derive = (part: string) => keyedHash('invented-record', `${part}\0${key}`).toString('hex').slice(0, 32);
  return { ldapId: derive('ldap-id'), loginType: 'pwd', b2BAlias: derive('b2b-alias') };
}

/**
 * The alias of a front-door call. An invalid alias is replaced by an invented one, so that it is verified, counted and
 * refused like any other.
 */
export function aliasOf(username: string): string {
  return aliasSchema.safeParse(username).success ? username : inventedLoginInfo(userIdKey(username)).b2BAlias;
}
