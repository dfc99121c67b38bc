import { routeOf } from '@/lib/core/http/routes';
import { Lines } from '@/lib/core/server/lines';
import { observeRequest, registry } from '@/lib/core/server/metrics';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'BREW'];

/** The label sets of the requests counted so far. */
async function series(): Promise<string[]> {
  const text = await registry.getSingleMetricAsString('http_request_duration_seconds');
  return text.split('\n').filter((line) => line.startsWith('http_request_duration_seconds_count'));
}

test.each([
  ['/', '/'],
  ['/workspace', '/workspace'],
  ['/workspace/people/0199-abc', '/workspace/people/[id]'],
  ['/workspace/people/user-groups', '/workspace/people/user-groups'],
  ['/heracles/login', '/heracles/login'],
  ['/sdportal/heracles/login', '/heracles/login'],
  ['/sdportal/assets/i18n/de/PortalLabels.json', '/assets/i18n/[locale]/[...bundle]'],
  ['/_next/static/chunks/a.js', '/_next/static'],
  ['/workspace/x/y', null],
  ['//workspace', null],
  ['/workspace/', null],
  ['/sdportal/x-component', null],
  ['', null],
  ['/constructor/__proto__', null]
])('F-2 the route of %s is %s', (path, route) => expect(routeOf(path)).toBe(route));

test('F-2 a thousand made-up paths of each method add fewer than 50 series', async () => {
  const before = (await series()).length;
  for (const method of METHODS)
    for (let number = 0; number < 1_000; number++) {
      const made = `m${number.toString(36)}`;
      for (const [path, status] of [
        [`/workspace/${made}/x`, 307],
        [`//${made}`, 308],
        [`/${made}`, 404],
        [`/workspace/people/${made}`, 405],
        [`/workspace/${made}`, 499]
      ] as const)
        observeRequest(method, path, status, 0.001);
    }
  expect((await series()).length - before).toBeLessThan(50);
});

test('F-2 whatever is asked and answered, the series end somewhere, and what comes later is still counted', async () => {
  for (const path of ['/workspace', '/heracles/login', '/health/live'])
    for (let status = 100; status < 600; status++) observeRequest('GET', path, status, 0.001);
  expect((await series()).length).toBeLessThan(1_100);
  observeRequest('GET', '/workspace/audit', 200, 0.001);
  expect((await series()).some((line) => /route="other",status="2xx"/.test(line))).toBe(true);
});

describe('F-5 one person’s pages', () => {
  test('are worked on a few at once, the rest in the order they came, and nobody else waits', async () => {
    const turns = new Lines(2);
    const begun: string[] = [];
    const take = async (key: string, holder: string) => {
      const giveBack = await turns.take(key, holder);
      begun.push(holder);
      return giveBack;
    };
    const first = await take('ann', 'a1');
    const second = await take('ann', 'a2');
    const third = take('ann', 'a3');
    const fourth = take('ann', 'a4');
    await take('bob', 'b1');
    await take('ann', 'a1');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a1']);
    first();
    (await third)();
    (await fourth)();
    second();
    expect(begun.slice(4)).toEqual(['a3', 'a4']);
  });

  test('leave nothing behind', async () => {
    const turns = new Lines(8);
    for (let number = 0; number < 1_000; number++) (await turns.take(`user ${number}`, 'request'))();
    expect((turns as unknown as { lines: Map<string, unknown> }).lines.size).toBe(0);
  });
});
