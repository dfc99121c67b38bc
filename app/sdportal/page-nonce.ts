import { randomBytes } from 'node:crypto';
import type { Brand } from '@/lib/brand/brands/directory';
import { pagePolicy } from '@/lib/core/http/page-policy.mjs';
import { styleHashes } from './page-style';

/**
 * The policy of a personal response, with its own nonce: the framework reads it from the request's
 * `content-security-policy` and adds the nonce to each script it writes.
 */
export function noncePolicy(brand: Brand): string {
  const nonce = `'nonce-${randomBytes(16).toString('base64')}'`;
  // React's fast refresh evaluates code in development.
  const evaluates = process.env.NODE_ENV === 'development' ? ["'unsafe-eval'"] : [];
  return pagePolicy({
    scripts: [nonce, "'strict-dynamic'", ...evaluates],
    styles: [...styleHashes(brand), nonce],
    connect: brand.fssoLogoutUrl ? [new URL(brand.fssoLogoutUrl).origin] : []
  });
}
