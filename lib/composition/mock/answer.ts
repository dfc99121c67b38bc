import { BodyRefused } from '../../core/http/body';
import { log } from '../../core/server/log';
import { failed, METHODS, type MockAnswer } from './items';
import { configSchema, mockStore, resetCollections } from './store';

/** A request to the mock backend: the parts of its address after `/mock`, decoded, and a body read when it is needed. */
export interface MockCall {
  method: string;
  path: string[];
  query: URLSearchParams;
  body: () => Promise<unknown>;
}

/**
 * Answers as angular-in-memory-web-api does by default, but for an unknown path, which is 404 and 500 on post
 * (CD.50, C8.043 to C8.047).
 */
export async function answerMock(call: MockCall): Promise<MockAnswer> {
  const isCommand = call.path[0] === 'commands';
  const answer = await (isCommand ? command(call) : collection(call)).catch((error: unknown) => {
    if (error instanceof BodyRefused) return failed(error.status, 'The body can not be read');
    log.error({ err: error }, 'the mock backend failed');
    return failed(500, 'The mock backend failed');
  });
  const { delay } = mockStore().config;
  if (!isCommand && delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  return answer;
}

async function collection({ method, path, query, body }: MockCall): Promise<MockAnswer> {
  // As in `customers.json`.
  const name = path[0]?.split('.')[0] ?? '';
  const { collections, config } = mockStore();
  const items = (await collections).get(name);
  if ((!items || path.length > 2) && config.passThruUnknownUrl && name)
    return { status: 307, headers: { location: `/${path.map(encodeURIComponent).join('/')}` } };
  if (!items || path.length > 2)
    return failed(method === 'POST' ? 500 : 404, `Collection '${path.join('/')}' not found`);
  const answer = METHODS[method];
  if (!answer) return notAllowed(Object.keys(METHODS));
  const sent = method === 'POST' || method === 'PUT' ? await body() : undefined;
  return answer({ name, items, id: path[1] || undefined, filters: query, sent, config });
}

/** Commands answer without delay. */
async function command({ method, path, body }: MockCall): Promise<MockAnswer> {
  switch (path.slice(1).join('/').toLowerCase()) {
    case 'resetdb':
      if (method !== 'POST') return notAllowed(['POST']);
      await resetCollections({ clear: isClearing(await body().catch(nothingSent)) });
      return { status: 204 };
    case 'config':
      if (method === 'GET') return { status: 200, body: mockStore().config };
      return method === 'POST' ? configure(await body()) : notAllowed(['GET', 'POST']);
    default:
      return failed(500, `Unknown command "${path.slice(1).join('/')}"`);
  }
}

/** What resetDb is told stands in a body that may as well not be there. */
function nothingSent(error: unknown): undefined {
  if (!(error instanceof BodyRefused)) throw error;
}

const isClearing = (sent: unknown) =>
  typeof sent === 'object' && sent !== null && 'clear' in sent && sent.clear === true;

function configure(sent: unknown): MockAnswer {
  const changes = configSchema.partial().safeParse(sent);
  if (!changes.success)
    return failed(400, changes.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '));
  Object.assign(mockStore().config, changes.data);
  return { status: 204 };
}

const notAllowed = (methods: string[]): MockAnswer => ({
  ...failed(405, 'Method not allowed'),
  headers: { allow: methods.join(', ') }
});
