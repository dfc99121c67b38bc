import { defineStates, type StateOf } from '../../kit/states/define-states';

/** The states of a bank account in a wallet. Where a second person is asked, it is proposed until they have decided. */
export const WALLET_ACCOUNT = defineStates({
  record: 'wallet_account',
  states: ['proposed', 'usable', 'declined'],
  initial: ['proposed', 'usable'],
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
    decline: {
      from: ['proposed'],
      to: 'declined',
      needs: ['bank_accounts', 'approve'],
      reason: true,
      guard: 'second_person',
      refusal: 'bank.account.decided',
      audit: 'wallet.declined'
    }
  }
});
export type WalletAccountState = StateOf<typeof WALLET_ACCOUNT>;
