import { database } from '../../core/database/database';

/** Whether a person has published this brand: from then on it is theirs, and no file replaces it. */
export async function isEditedByAPerson(brandName: string): Promise<boolean> {
  const where = { brandName, publishedByName: { not: null } };
  return (await database().brandVersion.count({ where })) > 0;
}
