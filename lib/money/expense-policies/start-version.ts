import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { newId } from '../../core/secrets/ids';
import { writable } from '../../kit/setup/create-record';
import { entityNamed } from '../../kit/setup/entities';
import { addressOf, recordListSeen } from '../../kit/setup/record-list';
import { recordSeen, type SetUpRecord } from '../../kit/setup/records';
import { recordsOf, rowsOf } from '../../kit/setup/records-of';
import { lockOwner, type Outcome, settled, undo } from '../../kit/setup/settle';
import { writeRecords } from '../../kit/setup/write-records';
import expensePolicy from './entities/expense-policy';
import expensePolicyRule from './entities/expense-policy-rule';
import expenseType from './entities/expense-type';

/**
 * Starts the next version of an expense policy (C2.019): a draft with the same rules, for the one in force doesn't
 * change. A policy has one draft at a time, which is returned if there is one. A rule about a type that is inactive
 * isn't taken along: no new expense has that type. Returns the draft's id.
 */
export function startVersion(
  principal: Principal,
  { issuerId, id }: { issuerId: string; id: string },
  origin: Origin
): Promise<Outcome<string>> {
  const entity = entityNamed('expense-policy');
  return settled(async (tx) => {
    const policy = (await recordSeen(principal, entity, { issuerId, id }, tx)) ?? undo({ code: 'not.found' });
    const place = writable(await recordListSeen(principal, entity, addressOf(policy), tx));
    await lockOwner(tx, place.owner);
    const draftId = await draftOf(tx, policy);
    if (draftId) return draftId;
    const { name, instructions } = policy.values;
    const draft = { row: 0, id: newId(), parent: null, existing: null, values: { name, instructions } };
    await writeRecords(tx, principal, place, [draft], origin);
    await copyRules(tx, principal, policy, draft.id, origin);
    return draft.id;
  });
}

async function draftOf(tx: Transaction, { issuerId, ownerId, name }: SetUpRecord): Promise<string | null> {
  const [draft] = await recordsOf(tx, expensePolicy)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${ownerId}::uuid AND r.valid_from IS NULL
      AND lower(r.name) = lower(${name})`;
  return draft?.id ?? null;
}

async function copyRules(
  tx: Transaction,
  principal: Principal,
  policy: SetUpRecord,
  parentId: string,
  origin: Origin
): Promise<void> {
  const { issuerId, id } = policy;
  const rules = await recordsOf(tx, expensePolicyRule)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.parent_id = ${id}::uuid AND r.active
      AND (r.type IS NULL OR EXISTS (SELECT 1 FROM ${rowsOf(expenseType)} e
        WHERE e.issuer_id = r.issuer_id AND e.id = r.type AND e.active))
    ORDER BY r.position, r.id`;
  if (rules.length === 0) return;
  const entity = entityNamed('expense-policy-rule');
  const place = writable(await recordListSeen(principal, entity, { ...addressOf(policy), parentId }, tx));
  const drafts = rules.map(({ values }, row) => ({ row, id: newId(), parent: place.parent, existing: null, values }));
  await writeRecords(tx, principal, place, drafts, origin);
}
