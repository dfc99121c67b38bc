import type { Entity } from '@/lib/kit/setup/entity';
import type { SetUpRecord } from '@/lib/kit/setup/records';
import { termsOfTemplate } from '@/lib/money/purchasing/terms';
import { Deliveries } from '../integrators/deliveries';
import { Link } from '../ui/link';
import type { Reader } from './control-sentences';
import { WhatItMayDo } from './what-it-may-do';

interface Props {
  reader: Reader;
  entity: Entity;
  record: SetUpRecord;
  /** Whether the reader may change it. */
  editable: boolean;
  /** Whether the reader may see transactions, on which a template can be tried. */
  seesTransactions: boolean;
}

/**
 * What stands above the form of a record: of a purchase template, what its cards may do (C3.059); of an integrator, what
 * it was told (C3.021).
 */
export async function BesideRecord({ reader, entity, record, editable, seesTransactions }: Props) {
  if (entity.name === 'integrator') return <Deliveries reader={reader} record={record} writable={editable} />;
  if (entity.name !== 'purchase-template') return null;
  const terms = await termsOfTemplate(record);
  return (
    terms && (
      <>
        <WhatItMayDo reader={reader} terms={terms} />
        {seesTransactions && (
          <p>
            <Link href={`/workspace/purchase-requests/dry-run?template=${record.id}`}>{reader.t('purchase.past')}</Link>
          </p>
        )}
      </>
    )
  );
}
