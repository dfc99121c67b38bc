import { exists } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import type { World } from '../../kit/setup/entity';
import { CUSTOM_FIELDS } from '../transactions/custom-fields';
import { foldedName, LEAST_NAME } from './merchant-name';
import { bandOf, type TemplateValues } from './template-controls';
import { unitsOf } from './units';

type Fault = Refusal | false;

/** The faults of a template's controls, each at its field; the fields by themselves are right. */
export function templateFaults(values: TemplateValues): Refusal[] {
  return [...velocityFaults(values), ...amountFaults(values), ...timeFaults(values), nameFault(values)].filter(
    (fault) => fault !== false
  );
}

/** One of the two velocities is there, and not both (C5.071). */
function velocityFaults(values: TemplateValues): Fault[] {
  const { velocity, agingVelocity, transactionLimit, validity } = values;
  const missing = (field: string, one: unknown, other: unknown): Fault =>
    one === null && other === null && { code: 'purchase.limit.required', field };
  return [
    !velocity && !agingVelocity && { code: 'purchase.velocity.required', field: 'velocity' },
    velocity !== null && agingVelocity && { code: 'purchase.velocity.both', field: 'agingVelocity' },
    velocity !== null && missing('velocityAmount', values.velocityAmount, values.velocityCount),
    velocity === 'continuous' && !validity && { code: 'purchase.velocity.continuous', field: 'validity' },
    agingVelocity && transactionLimit && { code: 'purchase.aging.limit', field: 'transactionLimit' },
    transactionLimit && missing('transactionAmount', values.transactionAmount, values.transactionCount)
  ];
}

function amountFaults({ amountMin, amountMax, exactBands, velocityAmount }: TemplateValues): Fault[] {
  const isAbove = (one: string | null, other: string | null) =>
    one !== null && other !== null && unitsOf(one) > unitsOf(other);
  const bands = (exactBands ?? [])
    .map(bandOf)
    .map(({ from, to }) => ({ from: unitsOf(from), to: unitsOf(to) }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  return [
    isAbove(amountMin, amountMax) && {
      code: 'number.too.small' as const,
      field: 'amountMax',
      params: { minimum: amountMin as string }
    },
    // Nothing could be paid at all.
    isAbove(amountMin, velocityAmount) && {
      code: 'number.too.small' as const,
      field: 'velocityAmount',
      params: { minimum: amountMin as string }
    },
    bands.some(({ from, to }, at) => from > to || from <= (bands[at - 1]?.to ?? -1n)) && {
      code: 'purchase.bands.overlap' as const,
      field: 'exactBands'
    }
  ];
}

function timeFaults(values: TemplateValues): Fault[] {
  const { openFrom, openTo, curfew, curfewFrom, curfewTo, validFrom, validTo } = values;
  const isBackwards = (from: string | null, to: string | null) => from !== null && to !== null && from >= to;
  return [
    // C5.020: over midnight it is the other way round.
    isBackwards(openFrom, openTo) && { code: 'time.from.not.before.to', field: 'openTo' },
    curfew === 'day' && isBackwards(curfewFrom, curfewTo) && { code: 'time.from.not.before.to', field: 'curfewTo' },
    curfew === 'overnight' &&
      isBackwards(curfewTo, curfewFrom) && { code: 'purchase.curfew.not.overnight', field: 'curfewTo' },
    validFrom !== null && validTo !== null && validFrom > validTo && { code: 'date.from.after.to', field: 'validTo' }
  ];
}

/** A name that folds to less than three signs would fit nearly every merchant, or none. */
function nameFault({ merchantNames }: TemplateValues): Fault {
  const short = merchantNames?.find((name) => foldedName(name).length < LEAST_NAME);
  return (
    short !== undefined && { code: 'purchase.merchant.name.short', field: 'merchantNames', params: { value: short } }
  );
}

/** The custom data fields that are not those of purchase requests. */
export async function foreignFields(
  ids: readonly string[] | null,
  { tx, issuerId }: Pick<World, 'tx' | 'issuerId'>
): Promise<Refusal[]> {
  if (!ids || ids.length === 0) return [];
  const isForeign = await exists(tx)`
    SELECT 1 FROM ${CUSTOM_FIELDS} f
    WHERE f.issuer_id = ${issuerId}::uuid AND f.id = ANY(${[...ids]}::uuid[]) AND f.extends <> 'purchase_request'`;
  return isForeign ? [{ code: 'purchase.field.foreign', field: 'customFields' }] : [];
}
