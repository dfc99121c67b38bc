import { defineModule } from '../composition/define-module';
import { forgetExpired } from './forget-expired';
import { answerPinRequest } from './one-time-pin/one-time-pins';
import { answerRecovery, answerTemporaryPassword } from './recovery/recovery';

export default defineModule({
  needs: ['brand/brands', 'brand/mail', 'access/settings'],
  tables: [
    'credentials',
    'password_history',
    'sessions',
    'one_time_pins',
    'reset_tokens',
    'hardware_tokens',
    'passkeys',
    'security_answers',
    'challenge_enrolments',
    'challenge_responses',
    'recognized_browsers'
  ],
  referenceTables: { security_questions: 'answers name one' },
  localTables: {
    sign_in_counters: 'failures are counted by alias, before an issuer is known',
    identity_providers: 'a provider is a brand’s',
    federated_identities: 'it leads from what a provider says to the issuer and the user',
    federated_sign_ins: 'nobody is known yet',
    spent_assertions: 'a provider’s, whoever signed in',
    passkey_challenges: 'one to sign in with is given before anybody is known'
  },
  features: {
    profile: ['own eyes'],
    password: ['own eyes']
  },
  auditActions: [
    'challenge.enrolled',
    'challenge.lock_cleared',
    'challenge.locked',
    'challenge.reset',
    'identity.linked',
    'identity.unlinked',
    'identity_provider.removed',
    'identity_provider.saved',
    'one_time_pin.issued',
    'passkey.added',
    'passkey.counter_regressed',
    'passkey.removed',
    'password.changed',
    'password.reset',
    'recovery.requested',
    'security_question.set',
    'session.all_ended',
    'session.ended',
    'session.others_ended',
    'session.revoked',
    'sign_in.continued',
    'sign_in.failed',
    'sign_in.locked',
    'sign_in.refused_locked',
    'sign_in.succeeded',
    'temporary_password.issued',
    'token.enrolled',
    'token.handed_out',
    'token.issued',
    'token.pin_changed',
    'token.revoked'
  ],
  outbox: {
    'one_time_pin.requested': answerPinRequest,
    'recovery.requested': answerRecovery,
    'temporary_password.requested': answerTemporaryPassword
  },
  chores: { forgetExpired },
  keyPurposes: [
    'federation',
    'invented-record',
    'one-time-pin',
    'password-pepper',
    'pending-pin',
    'session-cookie',
    'token-seed',
    'user-password-pepper'
  ]
});
