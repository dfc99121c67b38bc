import { z } from 'zod';
import { type Collections, firstCollections } from './collections';

/** The settings that the config command reads and changes: those of angular-in-memory-web-api with its defaults (CD.50). */
export const configSchema = z.strictObject({
  /** The path before collections, as clients of the library know it; the address of the backend doesn't follow it. */
  apiBase: z.string().max(200),
  /** The host, likewise. */
  host: z.string().max(200),
  /** The folder before `apiBase`, likewise. */
  rootPath: z.string().max(200),
  /** Milliseconds before every answer but those of commands (C7.013, C9.045). */
  delay: z.number().int().min(0).max(10_000),
  caseSensitiveSearch: z.boolean(),
  /** Wraps every body: `{"data": …}`. */
  dataEncapsulation: z.boolean(),
  /** 404 to a delete of what isn't there, in place of 204. */
  delete404: z.boolean(),
  /** 204 to a post of an item that exists, in place of 200 with the item. */
  post204: z.boolean(),
  /** 409 to a post of an item that exists. */
  post409: z.boolean(),
  /** 204 to a put of an item that exists, in place of 200 with the item. */
  put204: z.boolean(),
  /** 404 to a put of an item that doesn't exist, in place of making it. */
  put404: z.boolean(),
  /** What isn't a collection is passed on to the product's own address of that path, in place of 404. */
  passThruUnknownUrl: z.boolean()
});
export type MockConfig = z.infer<typeof configSchema>;

const DEFAULTS: MockConfig = {
  apiBase: '',
  host: '',
  rootPath: '',
  delay: 500,
  caseSensitiveSearch: false,
  dataEncapsulation: false,
  delete404: false,
  post204: true,
  post409: false,
  put204: true,
  put404: false,
  passThruUnknownUrl: false
};

interface Store {
  collections: Promise<Collections>;
  config: MockConfig;
}

// A toy of development, so a process keeps it to itself; Next evaluates modules more than once in a process.
const place = globalThis as typeof globalThis & { tesseraMock?: Store };

/** The mock backend of this process, filled at the first call. */
export function mockStore(): Store {
  place.tesseraMock ??= { collections: firstCollections(), config: { ...DEFAULTS } };
  return place.tesseraMock;
}

/** Refills or empties the collections; the configuration stays. */
export async function resetCollections({ clear }: { clear: boolean }): Promise<void> {
  const store = mockStore();
  const first = firstCollections();
  store.collections = clear ? first.then((filled) => new Map([...filled.keys()].map((name) => [name, []]))) : first;
  await store.collections;
}
