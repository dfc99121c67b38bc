import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { pagePolicy } from './page-policy.mjs';

/** How long an edge may serve its copy before it asks again: a saved brand shows there after this, here at once. */
const EDGE_SECONDS = 30;
const KEPT_BYTES = 64 * 1024 ** 2;

/**
 * An entry that the framework stores: a page, or an answer without a policy.
 * @typedef {{ kind: 'APP_PAGE', html: string, rscData?: Buffer, headers?: Record<string, unknown> }} Page
 * @typedef {{ kind: 'APP_ROUTE' | 'FETCH' | 'IMAGE' | 'PAGES' | 'REDIRECT', html?: string, rscData?: undefined }} Other
 * @typedef {Page | Other} Kept
 * @typedef {{ value: Kept, lastModified: number, cacheControl?: object }} Entry
 */

const SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const FILE_SCRIPT = /<script(?=[^>]*\ssrc=)(?=[^>]*\sasync)/g;
const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

// The framework makes a handler for each request.
/** @type {LRUCache<string, { size: number, entry: Entry }>} */
const pages = new LRUCache({ maxSize: KEPT_BYTES, sizeCalculation: ({ size }) => size });

/** @param {string} html @param {RegExp} pattern */
const hashes = (html, pattern) => [
  ...new Set(
    [...html.matchAll(pattern)].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  )
];

/**
 * Where the framework keeps the pages that are the same for everybody (next.config.mjs, `cacheHandler`). A page gets
 * its headers when it is stored, and the framework sends them with it, the first time as well: the policy allows
 * the scripts and the style of that very page by their hashes (docs/decisions/0055-portal-pages.md).
 */
export default class PageCache {
  /** @param {string} key */
  async get(key) {
    return pages.get(key)?.entry ?? null;
  }

  /**
   * @param {string} key
   * @param {Kept | null} value
   * @param {{ cacheControl?: object }} context
   */
  async set(key, value, { cacheControl } = {}) {
    if (!value) return void pages.delete(key);
    if (value.kind === 'APP_PAGE') {
      value.html = paintedFirst(value.html);
      value.headers = { ...value.headers, ...headersOf(value.html) };
    }
    const size = key.length + (value.html?.length ?? 0) + (value.rscData?.length ?? 0) + 2_000;
    pages.set(key, { size, entry: { value, lastModified: Date.now(), cacheControl } });
  }

  /** The key of a page includes the version of its brand, so no entry is ever invalidated. */
  async revalidateTag() {}

  resetRequestCache() {}
}

/**
 * A page whose scripts don't compete with its first paint: it works before they are there, and at slow 4G they took a
 * tenth of the time until the paint (docs/benchmarks.md). The framework has no setting for it.
 * @param {string} html
 */
const paintedFirst = (html) => html.replaceAll(FILE_SCRIPT, '<script fetchpriority="low"');

/** @param {string} html */
function headersOf(html) {
  return {
    // 'self': the framework loads the rest of its scripts from files, whose addresses hold their digests.
    'content-security-policy': pagePolicy({
      scripts: ["'self'", ...hashes(html, SCRIPT)],
      styles: hashes(html, STYLE)
    }),
    'cache-control': `public, max-age=0, s-maxage=${EDGE_SECONDS}, must-revalidate`,
    vary: 'Accept-Language, Cookie'
  };
}
