import type { Attachable, AttachableEntity, Attachables } from '../../kit/attachments/attachable';
import { modules } from '../generated/modules';

/** The kinds of records that files can be attached to, of all modules. */
export const ATTACHABLES: Attachables = new Map(
  modules.flatMap(({ attachable = {} }) => Object.entries(attachable) as [AttachableEntity, Attachable][])
);
