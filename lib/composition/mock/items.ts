import type { Id, Item } from './collections';
import { FilterRefused, filterItems } from './filter';
import type { MockConfig } from './store';

export interface MockAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A query of a collection. */
export interface Question {
  name: string;
  items: Item[];
  id: string | undefined;
  filters: URLSearchParams;
  /** The item of a post or put. */
  sent: unknown;
  config: MockConfig;
}

const MAX_ITEMS = 1_000;

/** An error as angular-in-memory-web-api words it. */
export const failed = (status: number, error: string): MockAnswer => ({ status, body: { error } });

/** Numeric when the first item's is: then `42` in an address is a number, too. */
const isNumeric = (items: Item[]) => typeof items[0]?.id === 'number';

function idOf({ items, id }: Question): Id | undefined {
  return id !== undefined && isNumeric(items) && /^-?\d{1,15}(\.\d{1,10})?$/.test(id) ? Number(id) : id;
}

const succeeded = ({ config }: Question, status: number, data: unknown, headers?: Record<string, string>) => ({
  status,
  body: config.dataEncapsulation ? { data } : data,
  headers
});

function get(question: Question): MockAnswer {
  const { name, items, filters, config } = question;
  const id = idOf(question);
  if (id === undefined) {
    try {
      return succeeded(question, 200, filterItems(items, filters, config.caseSensitiveSearch));
    } catch (error) {
      if (error instanceof FilterRefused) return failed(400, error.message);
      throw error;
    }
  }
  const existing = items.find((item) => item.id === id);
  return existing ? succeeded(question, 200, existing) : failed(404, `'${name}' with id='${id}' not existing`);
}

function post(question: Question): MockAnswer {
  const { name, items, config } = question;
  const sent = itemOf(question.sent);
  if (!sent) return failed(400, 'The body is not an item');
  const asked = idOf(question);
  const id = sent.id ?? asked ?? nextId(items);
  if (id === null)
    return failed(
      422,
      `Collection '${name}' id type is non-numeric or unknown. Can only generate numeric ids below 2^53.`
    );
  if (asked !== undefined && asked !== id) return failed(400, 'Request id does not match item.id');
  const item: Item = { ...sent, id };
  const index = items.findIndex((other) => other.id === id);
  if (index < 0) return add(question, item, { location: `/mock/${name}/${encodeURIComponent(String(id))}` });
  if (config.post409)
    return failed(409, `'${name}' item with id='${id}' exists and may not be updated with POST; use PUT instead.`);
  items[index] = item;
  return config.post204 ? { status: 204 } : succeeded(question, 200, item);
}

function put(question: Question): MockAnswer {
  const { name, items, config } = question;
  const sent = itemOf(question.sent);
  if (!sent) return failed(400, 'The body is not an item');
  const asked = idOf(question);
  const { id } = sent;
  if (id === undefined) return failed(404, `Missing '${name}' id`);
  if (asked !== undefined && asked !== id) return failed(400, `Request for '${name}' id does not match item.id`);
  const item: Item = { ...sent, id };
  const index = items.findIndex((other) => other.id === id);
  if (index >= 0) {
    items[index] = item;
    return config.put204 ? { status: 204 } : succeeded(question, 200, item);
  }
  if (config.put404)
    return failed(404, `'${name}' item with id='${id}' not found and may not be created with PUT; use POST instead.`);
  return add(question, item);
}

function remove(question: Question): MockAnswer {
  const { name, items, config } = question;
  const id = idOf(question);
  if (id === undefined) return failed(404, `Missing "${name}" id`);
  const index = items.findIndex((item) => item.id === id);
  if (index >= 0) items.splice(index, 1);
  else if (config.delete404) return failed(404, `'${name}' with id='${id}' not found`);
  return { status: 204 };
}

/** What each method does to a collection (C7.012). */
export const METHODS: Record<string, (question: Question) => MockAnswer> = {
  GET: get,
  POST: post,
  PUT: put,
  DELETE: remove
};

function add(question: Question, item: Item, headers?: Record<string, string>): MockAnswer {
  if (question.items.length >= MAX_ITEMS) return failed(507, `'${question.name}' holds ${MAX_ITEMS} items already`);
  question.items.push(item);
  return succeeded(question, 201, item, headers);
}

/** The highest id so far plus one (C3.048); null where ids aren't numbers, or there is none to count from. */
function nextId(items: Item[]): number | null {
  if (!isNumeric(items)) return null;
  const highest = items.reduce((most, { id }) => (typeof id === 'number' ? Math.max(most, id) : most), 0);
  return Number.isSafeInteger(highest + 1) ? highest + 1 : null;
}

/** An object whose id, where it has one, is a text or a number; null otherwise. */
function itemOf(sent: unknown): (Partial<Item> & { id?: Id }) | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null;
  const { id, ...fields } = sent as { id?: unknown };
  if (id === undefined || id === null || id === '') return fields;
  return typeof id === 'string' || typeof id === 'number' ? { ...fields, id } : null;
}
