import type { Translate } from '@/lib/core/language/texts';
import type { ApprovalProfileView } from '@/lib/money/approvals/profiles';
import type { Formats } from '../../../ui/formats';

interface Props {
  profile: ApprovalProfileView;
  t: Translate;
  format: Formats;
}

/** The levels of a profile, read-only. */
export function Levels({ profile: { levels, currency }, t, format }: Props) {
  return (
    <ol className="records">
      {levels.map(({ position, name, limit, members, others }) => (
        <li key={position}>
          <div>
            <h3>{name}</h3>
            <p>
              {limit === null
                ? t('approval.any.amount')
                : t('approval.level.up.to', { amount: format.money(limit, currency) })}
            </p>
            <p className="muted">
              {[...members.map((member) => member.name), others > 0 && t('approval.level.others', { count: others })]
                .filter(Boolean)
                .join(', ')}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
