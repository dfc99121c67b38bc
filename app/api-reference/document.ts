import { type OpenApiDocument, openApi } from '@/lib/core/http/openapi';
import { VERSION } from '@/lib/core/server/version';
import { routes } from './generated/routes';

const DESCRIPTION = `The calls of the portal, for pages and for other clients.

**Anti-forgery.** A protected call brings the value of the \`sec-token\` cookie in \`X-CSRF-TOKEN\` and \`X-XSRF-TOKEN\`. Where the reference says "browsers", a client that sends no cookie, Origin or Referer needs none, and a page of the same host may prove itself by Origin or Sec-Fetch-Site instead.

**Refusals** have one body, \`Errors\`, whatever the call: show its first entry, decide by its \`code\`. 429 and 503 tell in Retry-After how many seconds to wait.

**Methods.** What answers to GET answers to HEAD as well. Every other method is refused with 405 and Allow.

**Fields** that a call does not know are ignored. Every answer carries an X-Request-Id; tell it when you report a failure.`;

let made: OpenApiDocument | undefined;

/** The OpenAPI document of this version, made once from the contracts themselves. */
export function openApiDocument(): OpenApiDocument {
  made ??= openApi(routes, { version: VERSION, description: DESCRIPTION });
  return made;
}
