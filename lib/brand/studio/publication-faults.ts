import { transaction } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';
import { unfit } from '../brands/publish-content';
import type { OpenBrand } from './drafts';
import { faultsOf } from './faults';
import type { SystemAdministrator } from './system-administrator';

/** Everything that publishing this brand now would be refused for; `field` is a path. */
export async function publicationFaults(_by: SystemAdministrator, { name, content }: OpenBrand): Promise<Refusal[]> {
  const faults = faultsOf(content);
  if (faults.length > 0) return faults;
  const misfit = await transaction((tx) => unfit(tx, name, content));
  return misfit ? [{ ...misfit, field: misfit.field?.replaceAll('.', '/') ?? '' }] : [];
}
