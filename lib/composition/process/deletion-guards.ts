import { guardDeletion } from '../../directory/people/delete-user';
import { modules } from '../generated/modules';

/** Registers the modules' reasons that a user can't be deleted, such as open expense reports (C6.021). */
export function guardDeletions(): void {
  for (const { deletionGuards = [] } of modules) for (const guard of deletionGuards) guardDeletion(guard);
}
