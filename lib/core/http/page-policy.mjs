/**
 * The Content-Security-Policy of a page: nothing but the scripts and styles that it came with.
 *
 * @param {{ scripts: string[], styles: string[], connect?: string[], styleAttributes?: boolean, workers?: boolean }} allowed sources as
 *   they stand in a policy: `'sha256-…'`, `'nonce-…'`, `'strict-dynamic'`, an origin; `styleAttributes` allows the
 *   `style` attributes by which a script places a pop-up, which load nothing; `workers` allows this host's own workers,
 *   which show pushed notices
 * @returns {string}
 */
export function pagePolicy({ scripts, styles, connect = [], styleAttributes = false, workers = false }) {
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ') || "'none'"}`,
    `style-src ${styles.join(' ') || "'none'"}`,
    ...(styleAttributes ? ["style-src-attr 'unsafe-inline'"] : []),
    ...(workers ? ["worker-src 'self'"] : []),
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join('; ');
}
