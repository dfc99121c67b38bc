import type { Belongings } from '../people/merge-users';

/** The registrations of a user: a merge leaves them where they are, and names and addresses in them are deleted with the user's. */
export const registrationsOfUser: Belongings = {
  async forget(tx, { issuerId, id }) {
    await tx.registration.updateMany({
      where: { issuerId, userId: id },
      data: { name: 'Deleted user', email: 'deleted', details: {} }
    });
  }
};
