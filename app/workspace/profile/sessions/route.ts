import { z } from 'zod';
import { endOwnOtherSessions, endOwnSession } from '@/lib/sign-in/session/own-sessions';
import { profileForm } from '../profile-form';

/** Signs another device out, or all others. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = profileForm(
  z.object({ session: z.union([z.literal('others'), z.uuid()], 'invalid.entry') }),
  async (actor, { session }, { origin }) => {
    if (session === 'others') {
      await endOwnOtherSessions(actor, origin);
      return { changed: 'sessions' };
    }
    await endOwnSession(actor, session, origin);
    return { changed: 'session' };
  }
);
