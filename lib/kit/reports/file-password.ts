import { z } from 'zod';
import type { Refusal } from '../../core/entry/refusal';
import { MOST_PROTECTED_CELLS } from '../../core/files/spreadsheet-writer';
import { decrypt, encrypt } from '../../core/secrets/encryption';

/** The password that opens a report's file (C5.003, C5.081 to C5.083): 8 to 20 characters, at least 2 of them digits and 2 letters, no spaces. */
export const filePasswordSchema = z
  .string('required')
  .min(1, 'required')
  .refine(
    (password) =>
      [...password].length >= 8 &&
      [...password].length <= 20 &&
      !/\s/u.test(password) &&
      (password.match(/\d/g)?.length ?? 0) >= 2 &&
      (password.match(/\p{L}/gu)?.length ?? 0) >= 2,
    'report.password.rule'
  );

/** Whether a file is protected, and by which password, as entered twice. */
export const protectionFields = {
  isProtected: z.boolean().optional(),
  password: filePasswordSchema.optional(),
  confirmation: z.string().optional()
};
type Protection = z.output<z.ZodObject<typeof protectionFields>>;

/** Refuses a password that was typed in two ways. */
export function sameTwice({ isProtected, password, confirmation }: Protection, context: z.RefinementCtx): void {
  if (isProtected && password !== confirmation)
    context.addIssue({ code: 'custom', path: ['confirmation'], message: 'report.password.differs' });
}

/** What holds a password until its file is written. */
export type PasswordPlace = { issuerId: string } & ({ runId: string } | { scheduleId: string });

const placeOf = (place: PasswordPlace): string =>
  'runId' in place
    ? `report/${place.issuerId}/run/${place.runId}`
    : `report/${place.issuerId}/schedule/${place.scheduleId}`;

/** A password as its row stores it. It is sealed and not hashed, because it encrypts a file later (CD.66). */
export const sealPassword = (password: string, place: PasswordPlace) =>
  encrypt('report-password', Buffer.from(password, 'utf8'), placeOf(place));

/** The password that a row stores. */
export const openPassword = (sealed: Uint8Array, place: PasswordPlace): string =>
  decrypt('report-password', sealed, placeOf(place)).toString('utf8');

/** The reason that a spreadsheet has too many cells for a password, with both numbers (C8.029). */
export const cellsFault = (count: number): Refusal | null =>
  count > MOST_PROTECTED_CELLS
    ? { code: 'report.protected.large', params: { count, most: MOST_PROTECTED_CELLS } }
    : null;
