import { defineStates, type StateOf } from '../../kit/states/define-states';

/**
 * The states of a bank account in a wallet. Where a second person is asked, it is proposed until they have decided; where
 * the issuer validates accounts, it is added, then with the bank, and blocked if that fails.
 */
export const WALLET_ACCOUNT = defineStates({
  record: 'wallet_account',
  states: ['proposed', 'declined', 'added', 'validating', 'usable', 'blocked'],
  initial: ['proposed', 'added', 'usable'],
  forbidden: 'forbidden.action',
  events: {
    confirm: {
      from: ['proposed'],
      to: 'usable',
      needs: ['bank_accounts', 'approve'],
      guard: 'second_person',
      refusal: 'bank.account.decided',
      audit: 'wallet.confirmed'
    },
    confirm_to_validate: {
      from: ['proposed'],
      to: 'added',
      needs: ['bank_accounts', 'approve'],
      guard: 'second_person',
      refusal: 'bank.account.decided',
      audit: 'wallet.confirmed'
    },
    decline: {
      from: ['proposed'],
      to: 'declined',
      needs: ['bank_accounts', 'approve'],
      reason: true,
      guard: 'second_person',
      refusal: 'bank.account.decided',
      audit: 'wallet.declined'
    },
    send: {
      from: ['added'],
      to: 'validating',
      needs: null,
      refusal: 'wallet.validation.none',
      audit: 'payment_file.written'
    },
    validate: {
      from: ['validating'],
      to: 'usable',
      needs: null,
      guard: 'proven',
      refusal: 'wallet.validation.none',
      audit: 'wallet.validated'
    },
    block: {
      from: ['validating', 'usable'],
      to: 'blocked',
      needs: null,
      refusal: 'wallet.validation.none',
      audit: 'wallet.blocked'
    }
  }
});
export type WalletAccountState = StateOf<typeof WALLET_ACCOUNT>;
