import type { Commentable, CommentableEntity, Commentables } from '../../kit/comments/commentable';
import { modules } from '../generated/modules';

/** The kinds of records that carry comments, of all modules. */
export const COMMENTABLES: Commentables = new Map(
  modules.flatMap(({ commentable = {} }) => Object.entries(commentable) as [CommentableEntity, Commentable][])
);
