/** The profile's notices, by the `changed` parameter of its address. */
export const NOTICES = {
  password: 'profile.password.changed',
  preferences: 'profile.preferences.saved',
  notices: 'profile.notices.saved',
  'user-id': 'profile.user.id.changed',
  question: 'profile.question.saved',
  challenge: 'profile.challenge.saved',
  'passkey-added': 'profile.passkey.created',
  'passkey-removed': 'profile.passkey.removed',
  session: 'profile.session.ended',
  sessions: 'profile.sessions.ended'
} as const;
