import type { z } from 'zod';
import type { TextKey } from '../language/text-key';
import { isTextKey } from '../language/texts';
import type { Refusal } from './refusal';

/** What an issue of any kind may say. */
interface Issue {
  code: string;
  message: string;
  input?: unknown;
  expected?: string;
  origin?: string;
  format?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  params?: Record<string, string | number>;
}

/**
 * The first fault of each field: zod's own messages become message keys; a schema's messages are keys already. `nameOf`
 * maps a path to its field, if that isn't its first step.
 */
export function fieldFaults(
  error: z.ZodError,
  nameOf: (path: readonly PropertyKey[]) => string = ([first]) => String(first ?? '')
): (Refusal & { field: string })[] {
  const seen = new Set<string>();
  return error.issues.flatMap((issue) => {
    const field = nameOf(issue.path);
    if (seen.has(field)) return [];
    seen.add(field);
    return [{ field, ...faultOf(issue as Issue) }];
  });
}

function faultOf(issue: Issue): Refusal {
  const params = {
    ...(issue.minimum !== undefined && { minimum: Number(issue.minimum) }),
    ...(issue.maximum !== undefined && { maximum: Number(issue.maximum) }),
    ...issue.params
  };
  if (issue.message === 'required') return { code: 'required.field' };
  if (isTextKey(issue.message)) return { code: issue.message, params };
  return { code: KEYS[issue.code]?.(issue) ?? 'invalid.field', params };
}

const KEYS: Partial<Record<string, (issue: Issue) => TextKey>> = {
  invalid_type: ({ input, expected }) =>
    isMissing(input) ? 'required.field' : expected === 'number' ? 'number.invalid' : 'invalid.field',
  invalid_union: ({ input }) => (isMissing(input) ? 'required.field' : 'invalid.field'),
  invalid_value: ({ input }) => (isMissing(input) ? 'required.field' : 'choice.invalid'),
  too_small: ({ origin, minimum }) => {
    if (origin !== 'string' && origin !== 'array') return 'number.too.small';
    if (Number(minimum) <= 1) return 'required.field';
    return origin === 'string' ? 'too.short.field' : 'too.few.field';
  },
  too_big: ({ origin }) =>
    origin === 'string' ? 'too.long.field' : origin === 'array' ? 'too.many.field' : 'number.too.large',
  invalid_format: ({ format }) =>
    format === 'email' ? 'email.invalid' : format === 'date' ? 'date.invalid' : 'invalid.field'
};

const isMissing = (input: unknown) => input === undefined || input === null;
