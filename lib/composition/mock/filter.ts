import { RE2JS } from 're2js';
import type { Item } from './collections';

/** A filter that is refused; the message says why. */
export class FilterRefused extends Error {}

const MAX_FILTERS = 10;
const MAX_PATTERN_LENGTH = 200;
/** Instructions of a pattern times characters it looks at: at some 20 ns each this takes 200 ms at most. */
const MAX_WORK = 10_000_000;

interface Condition {
  name: string;
  pattern: RE2JS;
}

/**
 * The items that meet every filter: the field of its name, as text, matches its regular expression (C7.012).
 * The engine takes time in proportion to pattern and text, never more, so a filter can't hang the server; one
 * that would take long all the same, or that the engine doesn't know, is refused. @throws FilterRefused
 */
export function filterItems(items: Item[], filters: URLSearchParams, caseSensitive: boolean): Item[] {
  const conditions = conditionsOf(filters, caseSensitive);
  const work = items.reduce((sum, item) => sum + workOf(item, conditions), 0);
  if (work > MAX_WORK) throw new FilterRefused('The filter would take too long');
  return items.filter((item) => conditions.every(({ name, pattern }) => matches(pattern, textOf(item, name))));
}

function conditionsOf(filters: URLSearchParams, caseSensitive: boolean): Condition[] {
  if (filters.size > MAX_FILTERS) throw new FilterRefused(`More than ${MAX_FILTERS} filters`);
  return [...filters].map(([name, expression]) => {
    if (expression.length > MAX_PATTERN_LENGTH)
      throw new FilterRefused(`The filter of '${name}' has more than ${MAX_PATTERN_LENGTH} characters`);
    try {
      return { name, pattern: RE2JS.compile(expression, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE) };
    } catch {
      throw new FilterRefused(`The filter of '${name}' is not a regular expression that can be run in linear time`);
    }
  });
}

const matches = (pattern: RE2JS, text: string | null) => text !== null && pattern.test(text);

function workOf(item: Item, conditions: Condition[]): number {
  return conditions.reduce(
    (sum, { name, pattern }) => sum + pattern.programSize() * (textOf(item, name)?.length ?? 0),
    0
  );
}

/** A field as text; null for an absent or composite one. */
function textOf(item: Item, name: string): string | null {
  const value = Object.hasOwn(item, name) ? item[name] : undefined;
  return value === undefined || typeof value === 'object' ? null : String(value);
}
