import { settingValue } from '../../access/settings/setting-value';
import type { Transaction } from '../../core/database/database';
import type { Scheme } from './schema';

/** The ways to validate a bank account at its bank. */
export const VALIDATIONS = ['prenote', 'micro_entries'] as const;
export type Validation = (typeof VALIDATIONS)[number];

/** Why an account is blocked: the bank returned its test or corrects it, or nobody typed the amounts of it. */
export const BLOCK_REASONS = ['returned', 'changed', 'tries', 'expired'] as const;
export type BlockReason = (typeof BLOCK_REASONS)[number];

/** The wrong tries that block an account that waits for the amounts of its micro-entries. */
export const MOST_TRIES = 3;

/**
 * How an issuer has accounts of a scheme validated before they are paid from; null: not at all. SEPA direct debit has
 * neither prenotes nor micro-entries.
 */
export async function validationAsked(tx: Transaction, issuerId: string, scheme: Scheme): Promise<Validation | null> {
  if (scheme === 'iban') return null;
  const asked = await settingValue(tx, { issuerId, companyId: null }, 'wallet.validation.us');
  return asked === 'none' ? null : asked === 'prenote' ? 'prenote' : 'micro_entries';
}
