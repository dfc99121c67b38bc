import { z } from 'zod';
import type { FieldSpec } from './field-spec';
import { shapeOf } from './schema-shape';

/** What a field can show of its schema. */
type Limits = Pick<FieldSpec, 'maxLength' | 'min' | 'max'>;

/** What of JSON Schema says so. */
interface Stated {
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** An optional entry: itself, or null. */
  anyOf?: Stated[];
}

const EMPTY_LISTS = new Set<FieldSpec['kind']>(['multi-select', 'people', 'list']);

/**
 * The fields of a form with what its schema demands of them, so that it is said once: whether they are required, the
 * most characters, the least and the greatest number. A field that states it differs from the schema on purpose.
 */
export function constrained(schema: z.ZodType, fields: readonly FieldSpec[]): FieldSpec[] {
  const shape = shapeOf(schema);
  return fields.map((field) => {
    const entry = shape[field.name];
    return entry ? { ...(isRequired(entry, field) && { required: true }), ...limitsOf(entry), ...field } : field;
  });
}

/** Whether the schema refuses what `parseForm` reads from an empty field. A checkbox is never empty. */
function isRequired(entry: z.ZodType, { kind }: FieldSpec): boolean {
  if (kind === 'checkbox' || kind === 'read-only') return false;
  return !entry.safeParse(EMPTY_LISTS.has(kind) ? [] : undefined).success;
}

const known = new WeakMap<z.ZodType, Limits>();

/** The limits before and after a transformation: the stricter ones count. */
function limitsOf(entry: z.ZodType): Limits {
  const limits = known.get(entry) ?? readLimits(entry);
  known.set(entry, limits);
  return limits;
}

function readLimits(entry: z.ZodType): Limits {
  const stated = (['input', 'output'] as const).flatMap((io) =>
    alternatives(z.toJSONSchema(entry, { io, unrepresentable: 'any' }) as Stated)
  );
  const all = (name: 'maxLength' | 'minimum' | 'maximum') =>
    stated.flatMap(({ [name]: limit }) => (limit === undefined ? [] : [limit]));
  const [lengths, least, greatest] = [all('maxLength'), all('minimum'), all('maximum')];
  return {
    ...(lengths.length > 0 && { maxLength: Math.min(...lengths) }),
    ...(least.length > 0 && { min: Math.max(...least) }),
    ...(greatest.length > 0 && { max: Math.min(...greatest) })
  };
}

const alternatives = (stated: Stated): Stated[] => [stated, ...(stated.anyOf ?? []).flatMap(alternatives)];
