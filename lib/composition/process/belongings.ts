import type { Belongings } from '../../directory/people/merge-users';
import { modules } from '../generated/modules';

/** The modules' data that belongs to users, which a merge moves. */
export const BELONGINGS: readonly Belongings[] = modules.flatMap(({ belongings = [] }) => belongings);
