import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ReactNode } from 'react';
import { newId } from '@/lib/core/secrets/ids';
import { signedIn } from '../signed-in';
import { ActionsMenu, type RecordAction } from './actions-menu';
import { Confirm } from './confirm';
import { failureTexts } from './form-texts';
import { Fresh } from './fresh';
import { Link } from './link';

/** How many actions are buttons beside the primary one. */
const MOST_BUTTONS = 2;

interface Props {
  /** What the page is for. */
  primary?: { label: string; href: string } | null;
  /** A button of its own kind, which stands first and counts as one of the two. */
  lead?: ReactNode;
  /** The other actions, the most used first. */
  actions: readonly RecordAction[];
}

const isDangerous = (action: RecordAction) => 'confirm' in action && action.confirm.danger;

/**
 * The actions of a record: one primary, two others as buttons, the rest in a menu, what is dangerous apart in it. On a
 * narrow screen only the primary one is a button.
 */
export async function RecordActions({ primary, lead, actions }: Props) {
  const buttons = actions.filter((action) => !isDangerous(action)).slice(0, MOST_BUTTONS - (lead ? 1 : 0));
  const rest = actions.filter((action) => !buttons.includes(action));
  return (
    <>
      {lead}
      <div className="actions-wide">
        {buttons.map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
        <MoreActions actions={rest} />
      </div>
      <div className="actions-narrow">
        <MoreActions actions={actions} iconOnly />
      </div>
      {primary && (
        <Link className="button primary" href={primary.href}>
          {primary.label}
        </Link>
      )}
    </>
  );
}

async function MoreActions({ actions, iconOnly = false }: { actions: readonly RecordAction[]; iconOnly?: boolean }) {
  const { t } = await signedIn();
  if (actions.length === 0) return null;
  return (
    <Fresh rendered={newId()}>
      <ActionsMenu
        label={t('actions.more')}
        icon={<Ellipsis />}
        iconOnly={iconOnly}
        actions={actions}
        texts={{ cancel: t('form.cancel'), ...failureTexts(t) }}
      />
    </Fresh>
  );
}

function ActionButton({ action }: { action: RecordAction }) {
  if ('confirm' in action) {
    const { children, ...confirm } = action.confirm;
    return (
      <Confirm label={action.label} {...confirm}>
        {children}
      </Confirm>
    );
  }
  return action.download ? (
    <a className="button" href={action.href}>
      {action.label}
    </a>
  ) : (
    <Link className="button" href={action.href}>
      {action.label}
    </Link>
  );
}
