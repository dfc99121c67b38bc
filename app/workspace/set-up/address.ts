import { z } from 'zod';
import { setUpPath } from '@/lib/kit/setup/address';
import type { Entity } from '@/lib/kit/setup/entity';
import { type Address, addressOf } from '@/lib/kit/setup/place';
import type { SetUpRecord } from '@/lib/kit/setup/records';

/** What an address of the set-up pages may say. */
export type Query = Record<string, string | string[] | undefined>;

const bound = {
  address: z.strictObject({
    issuerId: z.guid(),
    companyId: z.guid().optional(),
    parentId: z.guid().optional(),
    aboveId: z.guid().optional()
  }),
  record: z.strictObject({ issuerId: z.guid(), id: z.guid() })
};

/** An address, or a record, as a form brings back what its page gave it: whoever sends the form can have changed it. */
export const isAddress = (given: unknown): given is Address => bound.address.safeParse(given).success;
export const isRecord = (given: unknown): given is { issuerId: string; id: string } =>
  bound.record.safeParse(given).success;

/** An address of records as parameters. */
export function addressQuery({ issuerId, companyId, parentId, aboveId }: Address): Record<string, string> {
  return {
    issuer: issuerId,
    ...(companyId && { company: companyId }),
    ...(parentId && { parent: parentId }),
    ...(aboveId && { above: aboveId })
  };
}

/** Whether a text can be the id of something. */
export const isId = (text: unknown): text is string => z.guid().safeParse(text).success;

/** The list at an address. */
export const listPath = (entity: Entity, address: Address, more: Record<string, string> = {}) =>
  setUpPath(`/${entity.name}`, { ...addressQuery(address), ...more });

/** The list that a record stands in. */
export const homeListPath = (entity: Entity, record: SetUpRecord, more?: Record<string, string>) =>
  listPath(entity, addressOf(record), more);
