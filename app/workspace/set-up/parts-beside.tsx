import type { Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { setUpPath } from '@/lib/kit/setup/address';
import { entityNamed, partsOf } from '@/lib/kit/setup/entities';
import type { Entity } from '@/lib/kit/setup/entity';
import { isAsked } from '@/lib/kit/setup/field';
import type { RecordList, RecordListAddress } from '@/lib/kit/setup/record-list';
import { recordListing } from '@/lib/kit/setup/record-listing';
import { textKey } from '@/lib/kit/setup/texts';
import { Link } from '../ui/link';
import { addressQuery } from './address';

interface Props {
  principal: Principal;
  t: Translate;
  /** The entity whose rows the page shows, and where. */
  entity: Entity;
  place: RecordList;
  address: RecordListAddress;
}

/**
 * Beside the rows of a record's parts, of which only some have parts of their own (as the codes of a scheme, and the
 * values of those that are lists): those parts, each with a link to its own rows.
 */
export async function PartsBeside({ principal, t, entity, place, address }: Props) {
  const { holder, part } = levelsOf(entity) ?? {};
  const isHolder = holder === entity;
  const aboveId = isHolder ? place.parent?.id : place.parent?.parentId;
  if (!holder || !part || !aboveId) return null;
  const at = { ...address, parentId: aboveId };
  const listing = recordListing(holder, at, { own: true });
  const { rows } = await listPage(principal, listing, {
    ...readQuery(listing, {}),
    columns: [...holder.titleFields, ...(part.parent?.when ? [part.parent.when.field] : [])],
    size: 200
  });
  const rowsOf = (of: Entity, parentId: string) =>
    setUpPath(`/${of.name}/rows`, { ...addressQuery({ ...address, parentId }) });
  return (
    <nav className="panel parts-beside" aria-label={t(textKey(holder, 'many'))}>
      <Link href={rowsOf(holder, aboveId)} aria-current={isHolder ? 'page' : undefined}>
        {t(textKey(holder, 'many'))}
      </Link>
      <ul>
        {rows.map((row) => {
          const title = holder.titleFields.map((field) => row[field]).join(' ');
          return (
            <li key={row.id}>
              {isAsked(part.parent ?? {}, row) ? (
                <Link href={rowsOf(part, row.id)} aria-current={row.id === place.parent?.id ? 'page' : undefined}>
                  {title}
                </Link>
              ) : (
                <span className="muted">{title}</span>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The entity of which only some records have parts, and those parts, when this is one of the two. */
function levelsOf(entity: Entity): { holder: Entity; part: Entity } | null {
  if (entity.parent?.when) return { holder: entityNamed(entity.parent.entity), part: entity };
  const part = partsOf(entity).find(({ parent }) => parent?.when);
  return part ? { holder: entity, part } : null;
}
