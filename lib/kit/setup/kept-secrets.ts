import { keyedHash } from '../../core/secrets/keys';
import type { Field, Fields, Values } from './field';

/** A secret that is kept, as the values of its record have it: its keyed hash, and the last characters that may be shown. */
const KEPT = /^kept:[0-9a-f]{64}:(.{0,4})$/;

/** Whether a value is that of a secret that is kept. */
export const isKept = (value: unknown): value is string => typeof value === 'string' && KEPT.test(value);

/** A secret as it is shown: dots, and its last characters where its field shows them. */
export const shownSecret = (kept: string): string => `•••• ${KEPT.exec(kept)?.[1] ?? ''}`.trim();

/** The value of a secret: two are the same where the secrets are. */
export function keptOf(secret: string, { shows = 0 }: Pick<Field, 'shows'>): string {
  return `kept:${keyedHash('setup-secret-hash', secret).toString('hex')}:${shows > 0 ? secret.slice(-shows) : ''}`;
}

/** The names of the fields that are secrets. */
export const secretFields = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.type === 'secret');

/** The values of a record that another one may begin with: all but files and secrets, which belong to one record. */
export const copiedValues = (fields: Fields, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isOfOneRecord(fields[name])));

/** Whether a field's value belongs to one record only, so that no file of records has it. */
export const isOfOneRecord = (field: Field | undefined) => field?.type === 'file' || field?.type === 'secret';
