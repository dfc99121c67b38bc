import type { Translate } from '@/lib/core/language/texts';
import type { ApprovalProfileView } from '@/lib/money/approvals/profiles';
import { Confirm } from '../../../ui/confirm';
import { RecordForm } from '../../../ui/record-form';
import { addPlace, takePlace } from '../actions';
import { placeField } from '../fields';

interface Props {
  profile: ApprovalProfileView;
  canChange: boolean;
  t: Translate;
}

/** The places that a profile applies to. */
export function Places({ profile: { id, places }, canChange, t }: Props) {
  return (
    <section className="panel" aria-labelledby="places-heading">
      <h2 id="places-heading">{t('approval.places')}</h2>
      {places.length === 0 && <p className="muted">{t('approval.places.none')}</p>}
      <ul className="records">
        {places.map(({ nodeId, kind, number, name }) => (
          <li key={nodeId}>
            <div>
              <h3>{name}</h3>
              <p className="muted">{`${t(`node.kind.${kind}`)} · ${number}`}</p>
            </div>
            {canChange && (
              <Confirm
                label={t('approval.place.remove')}
                question={t('approval.place.remove.question', { name })}
                explanation={t('approval.place.remove.explanation')}
                confirmLabel={t('approval.place.remove')}
                action={takePlace}
                hidden={{ id, node: nodeId }}
              />
            )}
          </li>
        ))}
      </ul>
      {canChange && (
        <RecordForm
          id="place"
          action={addPlace}
          fields={[placeField(t, id)]}
          hidden={{ id }}
          submitLabel={t('approval.place.add')}
        />
      )}
    </section>
  );
}
