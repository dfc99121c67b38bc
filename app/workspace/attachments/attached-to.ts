import { isId } from '@/lib/core/secrets/ids';
import { type AttachedTo, attachableEntity } from '@/lib/kit/attachments/attachable';

/** The record that an address or a form names; null if there can't be one. */
export function attachedTo(entity: string, id: string): AttachedTo | null {
  const named = attachableEntity.safeParse(entity);
  return named.success && isId(id) ? { entity: named.data, id } : null;
}
