import { may, type Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { ACCOUNT } from '@/lib/directory/structure/account-states';
import type { Account } from '@/lib/directory/structure/accounts';
import { childKinds } from '@/lib/directory/structure/kinds';
import { type StructureNode, standsAt } from '@/lib/directory/structure/nodes';
import { Confirm } from '../../ui/confirm';
import { Link } from '../../ui/link';
import { act } from '../actions';

interface Props {
  node: StructureNode;
  account: Account | null;
  principal: Principal;
  t: Translate;
}

/** The actions on a node that the reader may use. */
export function NodeActions({ node, account, principal, t }: Props) {
  const address = `/workspace/structure/${node.id}`;
  const mayChange = may(principal, node.kind === 'account' ? 'accounts' : 'structure', 'modify');
  // A user's own node can only be moved, closed or deleted from above.
  const mayRearrange = mayChange && node.kind !== 'issuer' && !standsAt(principal, node);
  const addable =
    node.status === 'active'
      ? childKinds(node.kind).filter((kind) => may(principal, kind === 'account' ? 'accounts' : 'structure', 'modify'))
      : [];
  const events = account
    ? ACCOUNT.possible(account.state).filter((event) => event !== 'replace')
    : ([node.status === 'active' ? 'close' : 'reopen'] as const);
  const hidden = { id: node.id, kind: node.kind, version: node.version, parentId: node.parentId ?? '' };
  return (
    <>
      {addable.map((kind) => (
        <Link key={kind} className="button" href={`${address}/new?kind=${kind}`}>
          {t(`structure.add.${kind}`)}
        </Link>
      ))}
      {node.kind === 'issuer' && may(principal, 'system', 'modify') && (
        <Link className="button" href={`/workspace/issuers/${node.id}`}>
          {t('structure.change')}
        </Link>
      )}
      {mayChange && node.kind !== 'issuer' && (
        <Link className="button" href={`${address}/change`}>
          {t('structure.change')}
        </Link>
      )}
      {mayRearrange && node.kind !== 'company_group' && node.kind !== 'account_group' && (
        <Link className="button" href={`${address}/move`}>
          {t('structure.move')}
        </Link>
      )}
      {account && mayChange && ACCOUNT.possible(account.state).includes('replace') && (
        <Link className="button" href={`${address}/replace`}>
          {t('account.replace')}
        </Link>
      )}
      {mayRearrange &&
        events.map((event) => (
          <Confirm
            key={event}
            label={t(`structure.event.${event}`)}
            question={t(`structure.event.${event}.question`, { name: node.name1 })}
            explanation={t(`structure.event.${event}.explanation`)}
            confirmLabel={t(`structure.event.${event}`)}
            action={act}
            hidden={{ ...hidden, event }}
            danger={event === 'close'}
          />
        ))}
      {mayRearrange && (
        <Confirm
          label={t('structure.delete')}
          question={t('structure.delete.question', { name: node.name1 })}
          explanation={t('structure.delete.explanation')}
          confirmLabel={t('structure.delete')}
          action={act}
          hidden={{ ...hidden, event: 'delete' }}
        />
      )}
      {may(principal, 'structure_upload', 'view') && node.kind !== 'account' && (
        <a className="button" href={`${address}/download`}>
          {t('structure.download')}
        </a>
      )}
    </>
  );
}
