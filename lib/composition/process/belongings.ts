import type { Belongings } from '../../directory/people/merge-users';
import { modules } from '../generated/modules';

/** What the modules keep for a user, and so what follows who is merged into another. */
export const BELONGINGS: readonly Belongings[] = modules.flatMap(({ belongings = [] }) => belongings);
