import { codeWith } from './category-codes';
import type { PolicyType } from './policy-version';

/** The active expense type that a company's list proposes for a merchant category: the first one that names it. */
export const proposedType = <Type extends Pick<PolicyType, 'isActive' | 'merchantCategories'>>(
  types: readonly Type[],
  merchantCategory: string | null
): Type | null =>
  types.find(
    ({ isActive, merchantCategories }) =>
      isActive && merchantCategory !== null && codeWith(merchantCategories, merchantCategory) !== undefined
  ) ?? null;

/** The same for many categories: the types are looked through once for each of them. */
export function proposedTypes<Type extends Pick<PolicyType, 'isActive' | 'merchantCategories'>>(
  types: readonly Type[]
): (merchantCategory: string | null) => Type | null {
  const found = new Map<string | null, Type | null>();
  return (category) => {
    const known = found.get(category);
    if (known !== undefined) return known;
    const type = proposedType(types, category);
    found.set(category, type);
    return type;
  };
}
