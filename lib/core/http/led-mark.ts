/** The header by which proxy.ts routes a request to an internal page; the edge removes it from requests, so no client can ask for such a page. */
export const LED_MARK = 'x-tessera-led';
