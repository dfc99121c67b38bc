import type { Operation } from '@/lib/core/http/openapi';

const HOST = 'https://cards.example';
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A call with its example as a command line. $SESSION and $TOKEN stand for the values of the two cookies. */
export function curlExample(method: string, address: string, operation: Operation): string {
  const cookies = cookiesOf(operation);
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(HOST + withParameters(address, operation))}`,
    ...(cookies.length > 0 ? [`-b "${cookies.join('; ')}"`] : []),
    ...(needsToken(operation) ? ['-H "X-CSRF-TOKEN: $TOKEN"', '-H "X-XSRF-TOKEN: $TOKEN"'] : []),
    ...bodyOf(operation)
  ];
  return parts.join(' \\\n  ');
}

const needsToken = ({ security }: Operation) => security.every((way) => 'antiForgeryHeader' in way);

function cookiesOf(operation: Operation): string[] {
  const session = operation.security.every((way) => 'session' in way) ? ['__Host-tessera-session=$SESSION'] : [];
  return needsToken(operation) ? [...session, 'sec-token=$TOKEN'] : session;
}

function withParameters(address: string, { parameters }: Operation): string {
  const path = parameters.reduce(
    (made, { name, example }) => made.replace(`{${name}}`, encodeURIComponent(example ?? '')),
    address
  );
  const given = parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined);
  const query = new URLSearchParams(given.map(({ name, example = '' }) => [name, example]));
  return query.size > 0 ? `${path}?${query}` : path;
}

function bodyOf({ requestBody }: Operation): string[] {
  const [type = '', media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!media) return [];
  if (type !== 'application/x-www-form-urlencoded')
    return [`-H 'Content-Type: ${type}'`, `-d ${quoted(JSON.stringify(media.example))}`];
  return Object.entries(media.example as Record<string, string>).map(
    ([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`
  );
}
