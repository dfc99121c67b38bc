/**
 * The Content-Security-Policy of a portal page: nothing but the scripts and the one style that it came with.
 *
 * @param {{ scripts: string[], styles: string[], connect?: string[] }} allowed sources as they stand in a policy:
 *   `'sha256-…'`, `'nonce-…'`, `'strict-dynamic'`, an origin
 * @returns {string}
 */
export function pagePolicy({ scripts, styles, connect = [] }) {
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ') || "'none'"}`,
    `style-src ${styles.join(' ') || "'none'"}`,
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join('; ');
}
