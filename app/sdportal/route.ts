/** The front door: the brand's sign-in page. */
export function GET(request: Request): Response {
  const { search } = new URL(request.url);
  return new Response(null, { status: 307, headers: { location: `/sdportal/login-signin-component${search}` } });
}
