import type { Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { recordPath, setUpPath } from '@/lib/kit/setup/address';
import { entityNamed } from '@/lib/kit/setup/entities';
import type { Entity } from '@/lib/kit/setup/entity';
import { addressOf } from '@/lib/kit/setup/record-list';
import { recordSeen, type SetUpRecord } from '@/lib/kit/setup/records';
import { textKey } from '@/lib/kit/setup/texts';
import { addressQuery, listPath } from './address';
import { recordTitle } from './labels';

interface Step {
  href: string;
  label: string;
}

/** The breadcrumb of a record from the set-up page: each list and parent record, and the record itself. */
export async function trailTo(principal: Principal, t: Translate, record: SetUpRecord): Promise<Step[]> {
  const entity = entityNamed(record.entity);
  const parent = await parentOf(principal, entity, record);
  const address = addressOf(record);
  return [
    ...(parent ? await trailTo(principal, t, parent) : [homeStep(t, address)]),
    { href: listPath(entity, address), label: t(textKey(entity, 'many')) },
    { href: recordPath(entity, record), label: recordTitle(t, entity, record) }
  ];
}

/** The set-up page, which remembers the company. */
export const homeStep = (t: Translate, { issuerId, companyId }: { issuerId: string; companyId?: string }): Step => ({
  href: setUpPath('', companyId ? addressQuery({ issuerId, companyId }) : {}),
  label: t('setup.title')
});

function parentOf(principal: Principal, entity: Entity, { issuerId, parentId }: SetUpRecord) {
  if (!entity.parent || parentId === null) return null;
  return recordSeen(principal, entityNamed(entity.parent.entity), { issuerId, id: parentId });
}
