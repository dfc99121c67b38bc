/** The header by which proxy.ts leads a request to a page of its own; the edge takes it from whoever sends it, so nobody asks for such a page by its address. */
export const LED_MARK = 'x-tessera-led';
