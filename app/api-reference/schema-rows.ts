import type { Schema } from '@/lib/core/http/openapi';

export interface SchemaRow {
  /** The path of the field, such as `logEntries[].level`; empty if the body is not an object. */
  name: string;
  required: boolean;
  type: string;
  description?: string;
}

/** The fields of a JSON Schema as rows, each object's followed by those within it. */
export function schemaRows(schema: Schema, name = '', required = true): SchemaRow[] {
  const row = { name, required, type: typeText(schema), description: schema.description };
  const inner = innerRows(schema, name);
  return name === '' && schema.type === 'object' && inner.length > 0 ? inner : [row, ...inner];
}

function innerRows(schema: Schema, name: string): SchemaRow[] {
  if (schema.items) return innerRows(schema.items, `${name}[]`);
  if (schema.anyOf) return schema.anyOf.flatMap((choice) => innerRows(choice, name));
  return Object.entries(schema.properties ?? {}).flatMap(([property, inner]) =>
    schemaRows(inner, name ? `${name}.${property}` : property, schema.required?.includes(property) ?? false)
  );
}

const NAMES: Record<string, string> = { string: 'text', object: 'object', boolean: 'true or false', number: 'number' };

/** Describes the values a field accepts: `text, 1 to 80 characters`. */
export function typeText(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeText).join(', or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' · ');
  if (schema.items)
    return `list of ${bounds(schema.minItems, schema.maxItems, 'entries')}, each ${typeText(schema.items)}`;
  if (schema.additionalProperties === false && Object.keys(schema.properties ?? {}).length === 0) return 'empty object';
  const kind = schema.format === 'uri' ? 'address' : (NAMES[schema.type ?? ''] ?? 'any value');
  const length = bounds(schema.minLength, schema.maxLength, 'characters');
  return [kind, length !== 'characters' && length, schema.pattern && `matching ${schema.pattern}`]
    .filter(Boolean)
    .join(', ');
}

function bounds(min: unknown, max: unknown, unit: string): string {
  if (min === undefined && max === undefined) return unit;
  if (max === undefined) return `at least ${min} ${unit}`;
  return min === undefined ? `at most ${max} ${unit}` : `${min} to ${max} ${unit}`;
}
