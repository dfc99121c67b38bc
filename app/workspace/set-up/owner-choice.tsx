import { setUpPath } from '@/lib/kit/setup/address';
import type { Entity } from '@/lib/kit/setup/entity';
import type { SeenOwner } from '@/lib/kit/setup/owners';
import { textKey } from '@/lib/kit/setup/texts';
import { signedInPrincipal } from '../signed-in';
import { Empty } from '../ui/empty';
import { PageHead } from '../ui/page-head';
import { listPath } from './address';
import { homeStep } from './trail';

interface Props {
  entity: Entity;
  owners: SeenOwner[];
  text: string;
}

/** Asks for the owner of the records, if the user may see several. */
export async function OwnerChoice({ entity, owners, text }: Props) {
  const { principal, t } = await signedInPrincipal();
  const home = homeStep(t, { issuerId: principal.issuerId });
  return (
    <>
      <PageHead title={t(textKey(entity, 'many'))} trail={[home]} detail={t('setup.owner.choose')} />
      <form className="record-form owner-search" method="post" action="/workspace/search/list">
        <input type="hidden" name="path" value={setUpPath(`/${entity.name}`)} />
        <input type="hidden" name="choose" value="yes" />
        <div className="field">
          <label htmlFor="owner-text">{t('setup.owner.search')}</label>
          <input id="owner-text" type="search" name="text" defaultValue={text} maxLength={80} />
        </div>
        <button type="submit" className="primary">
          {t('setup.owner.find')}
        </button>
      </form>
      {owners.length === 0 && <Empty title={t('setup.owner.none')} />}
      <ul className="owners">
        {owners.map(({ issuerId, id, kind, number, name }) => (
          <li key={id}>
            <a href={listPath(entity, { issuerId, ...(id !== issuerId && { companyId: id }) })}>{name}</a>
            <span className="owner-level">
              {t(`setup.level.${kind}`)} · {number}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
