import { z } from 'zod';
import { changeOwnUserId } from '@/lib/directory/people/change-own-user-id';
import { newUserIdSchema } from '@/lib/directory/people/new-user-id';
import { passwordSchema } from '@/lib/sign-in/password/password-schema';
import { faultOf } from '../../../sdportal/form-state';
import { profileForm } from '../profile-form';

const schema = z.object({ newUserId: newUserIdSchema, userIdPassword: passwordSchema });

/** Changes the user id, confirmed by the password (C8.030). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = profileForm(
  schema,
  async (actor, { newUserId, userIdPassword }, { origin, ...place }) => {
    const changed = await changeOwnUserId(actor, { userId: newUserId, password: userIdPassword }, place, origin);
    if (changed.ok) return { changed: 'user-id' };
    return { faults: [faultOf(changed.refusal, { userId: 'newUserId', password: 'userIdPassword' })] };
  }
);
