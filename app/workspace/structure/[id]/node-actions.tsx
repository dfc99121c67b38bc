import { may, type Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { ACCOUNT } from '@/lib/directory/structure/account-states';
import type { Account } from '@/lib/directory/structure/accounts';
import { childKinds } from '@/lib/directory/structure/kinds';
import { type StructureNode, standsAt } from '@/lib/directory/structure/nodes';
import type { RecordAction } from '../../ui/actions-menu';
import { RecordActions } from '../../ui/record-actions';
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
  const asked = (event: (typeof events)[number]): RecordAction => ({
    id: event,
    label: t(`structure.event.${event}`),
    confirm: {
      question: t(`structure.event.${event}.question`, { name: node.name1 }),
      explanation: t(`structure.event.${event}.explanation`),
      confirmLabel: t(`structure.event.${event}`),
      action: act,
      hidden: { ...hidden, event },
      danger: event === 'close'
    }
  });
  return (
    <RecordActions
      primary={changeLink({ node, principal, t }, mayChange)}
      actions={[
        ...addable.map((kind) => ({
          id: kind,
          label: t(`structure.add.${kind}`),
          href: `${address}/new?kind=${kind}`
        })),
        ...(mayRearrange ? events.map(asked) : []),
        ...(mayRearrange && node.kind !== 'company_group' && node.kind !== 'account_group'
          ? [{ id: 'move', label: t('structure.move'), href: `${address}/move` }]
          : []),
        ...(account && mayChange && ACCOUNT.possible(account.state).includes('replace')
          ? [{ id: 'replace', label: t('account.replace'), href: `${address}/replace` }]
          : []),
        ...(may(principal, 'structure_upload', 'view') && node.kind !== 'account'
          ? [{ id: 'download', label: t('structure.download'), href: `${address}/download`, download: true }]
          : []),
        ...(mayRearrange ? [removal(node, hidden, t)] : [])
      ]}
    />
  );
}

/** Where a node is edited: an issuer has a page of its own. */
function changeLink({ node, principal, t }: Pick<Props, 'node' | 'principal' | 't'>, mayChange: boolean) {
  const label = t('structure.change');
  if (node.kind === 'issuer')
    return may(principal, 'system', 'modify') ? { label, href: `/workspace/issuers/${node.id}` } : null;
  return mayChange ? { label, href: `/workspace/structure/${node.id}/change` } : null;
}

const removal = (node: StructureNode, hidden: Record<string, string | number>, t: Translate): RecordAction => ({
  id: 'delete',
  label: t('structure.delete'),
  confirm: {
    question: t('structure.delete.question', { name: node.name1 }),
    explanation: t('structure.delete.explanation'),
    confirmLabel: t('structure.delete'),
    action: act,
    hidden: { ...hidden, event: 'delete' },
    danger: true
  }
});
