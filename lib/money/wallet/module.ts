import { defineModule } from '../../composition/define-module';
import { endValidations } from './end-validations';
import { BANK_ACCOUNTS } from './listing';
import { lapseMandates } from './mandates/change-mandates';
import { walletOfUser } from './wallet-of-user';

export default defineModule({
  needs: [
    'access/policy',
    'access/settings',
    'directory/people',
    'directory/programs',
    'directory/structure',
    'kit/listing',
    'kit/notices',
    'kit/states'
  ],
  tables: ['sepa_mandates', 'wallet_accounts'],
  areas: {
    // Nobody keeps a wallet, or reads one, through another's eyes (C6.018).
    wallet: { roles: { A: 'vm', C: 'vm' }, ofOwnEyes: ['modify'] },
    /** Bank accounts that wait for a second person; approve: confirming or declining one. */
    bank_accounts: { roles: { C: 'va', I: 'va', H: 'v', Z: 'v' } }
  },
  programFeatures: ['wallet'],
  auditActions: [
    'mandate.blocked',
    'mandate.cancelled',
    'mandate.given',
    'mandate.lapsed',
    'wallet.added',
    'wallet.blocked',
    'wallet.confirmed',
    'wallet.declined',
    'wallet.default',
    'wallet.removed',
    'wallet.tried',
    'wallet.validated'
  ],
  chores: { endValidations, lapseMandates },
  keyPurposes: ['wallet-account', 'wallet-account-hash', 'wallet-micro-entries'],
  lists: {
    'bank-accounts': {
      listing: BANK_ACCOUNTS,
      path: '/workspace/bank-accounts',
      record: ({ id }) => `/workspace/bank-accounts/${id}`
    }
  },
  homeTasks: {
    'bank.accounts': {
      list: 'bank-accounts',
      query: { state: 'proposed' },
      needs: ['bank_accounts', 'approve'],
      program: 'wallet',
      order: 35
    }
  },
  belongings: [walletOfUser]
});
