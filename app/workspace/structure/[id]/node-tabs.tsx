import { may, type Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import type { StructureNode } from '@/lib/directory/structure/nodes';
import { Tabs } from '../../ui/tabs';

interface Props {
  node: StructureNode;
  principal: Principal;
  t: Translate;
  current: 'node' | 'list' | 'accounts';
}

/** The tabs of a node. */
export function NodeTabs({ node, principal, t, current }: Props) {
  if (node.kind === 'account') return null;
  const list = (name: string) => `/workspace/structure/${name}?under=${node.id}`;
  const configured = configuredKind(principal, node);
  const tabs = [
    { href: `/workspace/structure/${node.id}`, label: t('structure.node'), current: current === 'node' },
    { href: list('list'), label: t('structure.all.below'), current: current === 'list' },
    ...(may(principal, 'accounts', 'view')
      ? [{ href: list('accounts'), label: t('structure.accounts'), current: current === 'accounts' }]
      : []),
    ...(node.companyId && may(principal, 'transactions', 'view')
      ? [{ href: `/workspace/transactions/spend?node=${node.id}`, label: t('spend.title') }]
      : []),
    ...(configured ? [{ href: `/workspace/configuration/${node.id}`, label: t(`configuration.${configured}`) }] : [])
  ];
  return <Tabs label={t('structure.node.tabs')} tabs={tabs} />;
}

/** The node's kind, if it has preferences the principal may see: companies and issuers have (C2.010). */
function configuredKind(principal: Principal, { kind }: StructureNode): 'company' | 'issuer' | null {
  return (kind === 'company' || kind === 'issuer') && may(principal, `${kind}_configuration`, 'view') ? kind : null;
}
