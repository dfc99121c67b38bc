import type { Entity } from '@/lib/kit/setup/entity';
import type { SetUpRecord } from '@/lib/kit/setup/records';
import { termsOfTemplate } from '@/lib/money/purchasing/terms';
import type { Reader } from './control-sentences';
import { WhatItMayDo } from './what-it-may-do';

interface Props {
  reader: Reader;
  entity: Entity;
  record: SetUpRecord;
}

/** What stands above the form of a record: of a purchase template, what its cards may do (C3.059). */
export async function BesideRecord({ reader, entity, record }: Props) {
  if (entity.name !== 'purchase-template') return null;
  const terms = await termsOfTemplate(record);
  return terms && <WhatItMayDo reader={reader} terms={terms} />;
}
