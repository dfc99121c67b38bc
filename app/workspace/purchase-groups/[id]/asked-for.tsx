import { may } from '@/lib/access/policy/principal';
import { askedFor } from '@/lib/money/purchasing/groups/asked-for';
import type { PurchaseGroup } from '@/lib/money/purchasing/groups/groups';
import { amountSchema } from '@/lib/money/purchasing/groups/schema';
import type { signedInFor } from '../../signed-in';
import { Link } from '../../ui/link';
import { RecordForm } from '../../ui/record-form';
import { ask } from '../actions';
import { amountField } from '../fields';

interface Props {
  page: Awaited<ReturnType<typeof signedInFor>>;
  group: PurchaseGroup;
  /** The amount of the page's address. */
  amount: unknown;
}

/** Who would be asked for an amount (C3.071), below the approval profile of the group. */
export async function AskedFor({ page, group, amount }: Props) {
  const { t } = page;
  const { id, profileId, currency } = group;
  if (profileId === null) return null;
  const asked = amountSchema.safeParse(amount);
  return (
    <div id="asked" className="group-asked">
      {may(page.principal, 'company_setup', 'view') && (
        <p>
          <Link href={`/workspace/approvals/profiles/${profileId}`}>{t('approval.profile')}</Link>
        </p>
      )}
      <h3>{t('purchase.group.asked')}</h3>
      <RecordForm
        id="ask"
        action={ask}
        fields={[amountField(t, currency)]}
        values={{ amount: asked.success ? asked.data : null }}
        hidden={{ id }}
        submitLabel={t('purchase.group.asked.show')}
        minor
      />
      {asked.success && <Answer page={page} group={group} amount={asked.data} />}
    </div>
  );
}

async function Answer({ page: { t, principal, format }, group, amount }: Props & { amount: string }) {
  const answer = await askedFor(principal, group, amount);
  const shown = format.money(amount, group.currency);
  const named = ({ name, members, others }: NonNullable<typeof answer>['asked']) => {
    const more = others > 0 ? [t('approval.level.others', { count: others })] : [];
    return `${name}: ${[...members.map((member) => member.name), ...more].join(', ')}`;
  };
  return (
    <div role="status">
      {answer ? (
        <>
          <p>{t('purchase.group.asked.level', { amount: shown })}</p>
          <p>
            <strong>{named(answer.asked)}</strong>
          </p>
          {answer.above.length > 0 && (
            <>
              <p>{t('purchase.group.asked.above')}</p>
              <ul>
                {answer.above.map((level) => (
                  <li key={level.position}>{named(level)}</li>
                ))}
              </ul>
            </>
          )}
        </>
      ) : (
        <p>{t('purchase.group.asked.nobody', { amount: shown })}</p>
      )}
    </div>
  );
}
