import { defineModule } from '../../composition/define-module';
import { walletOfUser } from './wallet-of-user';

export default defineModule({
  needs: ['access/policy', 'directory/people', 'directory/programs'],
  tables: ['wallet_accounts'],
  areas: {
    // Nobody keeps a wallet, or reads one, through another's eyes (C6.018).
    wallet: { roles: { A: 'vm', C: 'vm' }, ofOwnEyes: ['modify'] }
  },
  programFeatures: ['wallet'],
  auditActions: ['wallet.added', 'wallet.default', 'wallet.removed'],
  keyPurposes: ['wallet-account', 'wallet-account-hash'],
  belongings: [walletOfUser]
});
