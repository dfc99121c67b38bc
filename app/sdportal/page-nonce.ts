import { randomBytes } from 'node:crypto';
import type { Brand } from '@/lib/brand/brands/directory';
import { pagePolicy } from '@/lib/core/http/page-policy.mjs';
import { styleHashes } from './page-style';

/**
 * The policy of an answer to one person, with a nonce of its own: the framework reads it from the request's
 * `content-security-policy`, and puts the nonce on each script that it writes.
 */
export function noncePolicy(brand: Brand): string {
  const nonce = `'nonce-${randomBytes(16).toString('base64')}'`;
  // React's refresh in development evaluates code.
  const evaluates = process.env.NODE_ENV === 'development' ? ["'unsafe-eval'"] : [];
  return pagePolicy({
    scripts: [nonce, "'strict-dynamic'", ...evaluates],
    styles: [...styleHashes(brand), nonce],
    connect: brand.fssoLogoutUrl ? [new URL(brand.fssoLogoutUrl).origin] : []
  });
}
