import type { Transaction } from '../../core/database/database';
import { calendarDay } from '../../core/entry/date-entry';
import type { TextKey } from '../../core/language/text-key';
import { type CodeValue, subsetOf, valuesNamed } from './code-values';
import type { AccountingCode, Coding } from './schemes';
import { valueKey } from './value-key';

/** The values filled in, by accounting code id: the code of a list value, or the entered text. */
export type Codes = Readonly<Record<string, string>>;

/** The fault of one accounting code: a message key and its parameters. */
export interface CodeFault {
  codeId: string;
  code: TextKey;
  params: Record<string, string | number>;
}

/** An allocation with its place and day (`2026-02-28`). */
export interface Coded {
  coding: Coding;
  day: string;
  codes: Codes;
}

const NUMBER = /^-?\d+(\.\d+)?$/;
const DAY = calendarDay();

/**
 * The faults of each allocation, in order: codes that are required and missing, no longer offered at that place on that
 * day, or not of their type (C4.005). Loads the data for all allocations at once.
 */
export async function faultsOf(
  tx: Transaction,
  issuerId: string,
  allocations: readonly Coded[]
): Promise<CodeFault[][]> {
  const typed = allocations.flatMap(({ coding, codes }) =>
    (coding.scheme?.codes ?? [])
      .filter(({ type, id }) => type === 'list' && codes[id])
      .map(({ id }) => ({ codeId: id, code: codes[id] as string }))
  );
  const values = await valuesNamed(tx, issuerId, typed);
  const ids = [...values.values()].map(({ id }) => id);
  const subsets = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>();
  for (const subsetId of new Set(allocations.flatMap(({ coding }) => coding.subsetId ?? [])))
    subsets.set(subsetId, await subsetOf(tx, issuerId, subsetId, ids));
  return allocations.map((one) => faultsIn(one, values, subsets.get(one.coding.subsetId ?? '') ?? new Map()));
}

/** Normalizes entered codes to the case in which their values are stored. */
export async function writtenCodes(
  tx: Transaction,
  issuerId: string,
  { scheme }: Coding,
  typed: readonly Codes[]
): Promise<Codes[]> {
  const lists = (scheme?.codes ?? []).filter(({ type }) => type === 'list').map(({ id }) => id);
  const values = await valuesNamed(
    tx,
    issuerId,
    typed.flatMap((codes) => lists.flatMap((codeId) => (codes[codeId] ? [{ codeId, code: codes[codeId] }] : [])))
  );
  return typed.map((codes) =>
    Object.fromEntries(
      Object.entries(codes)
        .filter(([, text]) => text !== '')
        .map(([id, text]) => [id, values.get(valueKey(id, text))?.code ?? text])
    )
  );
}

/** The faults of one allocation; `values` and `subset` hold the offered values that match it. */
export function faultsIn(
  { coding, day, codes }: Coded,
  values: ReadonlyMap<string, CodeValue>,
  subset: ReadonlyMap<string, ReadonlySet<string>>
): CodeFault[] {
  const asked = coding.scheme?.codes ?? [];
  const left = Object.keys(codes).filter((id) => codes[id] && !asked.some((code) => code.id === id));
  return [
    ...asked.flatMap((code) => {
      const fault = faultIn(code, codes, day, values, subset);
      return fault ? [{ codeId: code.id, code: fault[0], params: { field: code.name, ...fault[1] } }] : [];
    }),
    // Codes that only an earlier scheme required.
    ...left.map((codeId) => ({ codeId, code: 'allocation.code.not.asked' as const, params: {} }))
  ];
}

type Fault = [code: TextKey, params?: Record<string, string | number>] | null;

function faultIn(
  code: AccountingCode,
  codes: Codes,
  day: string,
  values: ReadonlyMap<string, CodeValue>,
  subset: ReadonlyMap<string, ReadonlySet<string>>
): Fault {
  const text = codes[code.id] ?? '';
  if (text === '') return code.mandatory ? ['required.field'] : null;
  switch (code.type) {
    case 'list':
      return listFault(code, codes, day, values, subset);
    case 'number':
      if (!NUMBER.test(text)) return ['number.invalid'];
      return code.length !== null && text.length > code.length ? ['too.long', { maximum: code.length }] : null;
    case 'date':
      return DAY.safeParse(text).success ? null : ['date.invalid'];
    case 'boolean':
      return text === 'true' || text === 'false' ? null : ['invalid.entry'];
    default:
      return code.length !== null && text.length > code.length ? ['too.long', { maximum: code.length }] : null;
  }
}

function listFault(
  code: AccountingCode,
  codes: Codes,
  day: string,
  values: ReadonlyMap<string, CodeValue>,
  subset: ReadonlyMap<string, ReadonlySet<string>>
): Fault {
  const text = codes[code.id] as string;
  const value = values.get(valueKey(code.id, text));
  const restricted = subset.get(code.id);
  if (!value || (restricted && !restricted.has(value.id))) return ['allocation.code.not.offered', { value: text }];
  if ((value.activeFrom ?? '') > day || (value.activeTo ?? '9999') < day)
    return ['allocation.code.not.active', { value: text }];
  if (!code.dependsOn || value.parentIds.length === 0) return null;
  const parent = values.get(valueKey(code.dependsOn, codes[code.dependsOn] ?? ''));
  return parent && value.parentIds.includes(parent.id) ? null : ['allocation.code.not.for', { value: text }];
}
