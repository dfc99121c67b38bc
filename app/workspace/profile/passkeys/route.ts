import { z } from 'zod';
import { removePasskey } from '@/lib/sign-in/passkey/passkeys';
import { profileForm } from '../profile-form';

/** Removes a passkey; the page has asked for confirmation. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = profileForm(
  z.object({ passkey: z.uuid('invalid.entry') }),
  async (actor, { passkey }, { origin, ...place }) => {
    await removePasskey(actor, passkey, place, origin);
    return { changed: 'passkey-removed' };
  }
);
