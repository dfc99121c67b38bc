/**
 * Answers unknown addresses for clients that don't read pages; browsers are rewritten to the not-found page
 * (app/sdportal/lead.ts).
 */
const notFound = () => new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } });

export const GET = notFound;
export const HEAD = notFound;
export const POST = notFound;
export const PUT = notFound;
export const PATCH = notFound;
export const DELETE = notFound;
