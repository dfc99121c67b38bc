import { z } from 'zod';
import { setUpPath } from '@/lib/kit/setup/address';
import type { Entity } from '@/lib/kit/setup/entity';
import { addressOf, type RecordListAddress } from '@/lib/kit/setup/record-list';
import type { SetUpRecord } from '@/lib/kit/setup/records';

/** The parameters of a set-up page's address. */
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

/** An address or a record id as returned by a form; a client can have changed it. */
export const isAddress = (given: unknown): given is RecordListAddress => bound.address.safeParse(given).success;
export const isRecord = (given: unknown): given is { issuerId: string; id: string } =>
  bound.record.safeParse(given).success;

/** An address of records as parameters. */
export function addressQuery({ issuerId, companyId, parentId, aboveId }: RecordListAddress): Record<string, string> {
  return {
    issuer: issuerId,
    ...(companyId && { company: companyId }),
    ...(parentId && { parent: parentId }),
    ...(aboveId && { above: aboveId })
  };
}

/** Whether a text is a valid id. */
export const isId = (text: unknown): text is string => z.guid().safeParse(text).success;

/** The list at an address. */
export const listPath = (entity: Entity, address: RecordListAddress, more: Record<string, string> = {}) =>
  setUpPath(`/${entity.name}`, { ...addressQuery(address), ...more });

/** The list that contains a record. */
export const homeListPath = (entity: Entity, record: SetUpRecord, more?: Record<string, string>) =>
  listPath(entity, addressOf(record), more);
