import { z } from 'zod';
import { changeResponses } from '@/lib/sign-in/challenge/challenge-enrolment';
import { passwordSchema } from '@/lib/sign-in/password/password-schema';
import { ENROLMENT_FIELDS, enrolmentForm } from '../../../sdportal/challenge-enrolment';
import { faultOf } from '../../../sdportal/form-state';
import { profileForm } from '../profile-form';

const FIELDS = { ...ENROLMENT_FIELDS, password: 'challengePassword' };

/** Replaces the user's challenge questions, confirmed by the password (C2.033). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = profileForm(
  enrolmentForm(z.object({ challengePassword: passwordSchema })),
  async (actor, { entries, challengePassword: password }, { origin, ...place }) => {
    const saved = await changeResponses(actor, { entries, password }, place, origin);
    return saved.ok ? { changed: 'challenge' } : { faults: [faultOf(saved.refusal, FIELDS)] };
  }
);
