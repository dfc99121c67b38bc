import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { refused } from '../../core/entry/refusal';
import type { BulkActions, RowAction } from '../../kit/bulk/bulk-action';
import type { NamedRow } from '../../kit/listing/named-rows';
import { changeAccountState } from './change-account-state';
import { changeNodeStatus } from './close-node';
import { seenNode } from './nodes';

const NOT_FOUND = refused({ code: 'not.found' });

const called = <Event extends 'suspend' | 'resume' | 'close' | 'reopen'>(event: Event) =>
  ({ label: `structure.event.${event}`, explanation: `structure.event.${event}.explanation` }) as const;

function nodeEvent(event: 'close' | 'reopen'): Pick<RowAction, 'needs' | 'run'> {
  return {
    needs: ['structure', 'modify'],
    run: async (principal: Principal, { id }: NamedRow, origin: Origin) => {
      const node = await seenNode(principal, id);
      return node ? changeNodeStatus(principal, id, { event, version: node.version }, origin) : NOT_FOUND;
    }
  };
}

function accountEvent(event: 'suspend' | 'resume' | 'close' | 'reopen'): Pick<RowAction, 'needs' | 'run'> {
  return {
    needs: ['accounts', 'modify'],
    run: async (principal: Principal, { id }: NamedRow, origin: Origin) => {
      const node = await seenNode(principal, id);
      return node ? changeAccountState(principal, id, { event, version: node.version }, origin) : NOT_FOUND;
    }
  };
}

/** The bulk actions on companies, groups and org points. */
export const NODE_ACTIONS: BulkActions = {
  close: { ...called('close'), danger: true, ...nodeEvent('close') },
  reopen: { ...called('reopen'), ...nodeEvent('reopen') }
};

/** The bulk actions on accounts. */
export const ACCOUNT_ACTIONS: BulkActions = {
  suspend: { ...called('suspend'), ...accountEvent('suspend') },
  resume: { ...called('resume'), ...accountEvent('resume') },
  close: { ...called('close'), danger: true, ...accountEvent('close') },
  reopen: { ...called('reopen'), ...accountEvent('reopen') }
};
