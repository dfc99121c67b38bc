import client from 'prom-client';

// Next evaluates modules more than once; metrics belong to the process.
const place = globalThis as typeof globalThis & { tesseraMetrics?: ReturnType<typeof make> };

function make() {
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  return {
    registry,
    inFlight: new client.Gauge({
      name: 'http_requests_in_flight',
      help: 'HTTP requests being answered now',
      registers: [registry]
    }),
    duration: new client.Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer an HTTP request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry]
    }),
    signIns: new client.Counter({
      name: 'sign_ins_total',
      help: 'Sign-in tries by outcome',
      labelNames: ['outcome'],
      registers: [registry]
    })
  };
}

place.tesseraMetrics ??= make();
const metrics = place.tesseraMetrics;

export const registry = metrics.registry;
export const requestsInFlight = metrics.inFlight;
export const signIns = metrics.signIns;

/** A gauge that asks for its value when it is read. */
export function gauge(name: string, help: string, read: () => number): void {
  if (registry.getSingleMetric(name)) return;
  new client.Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    }
  });
}

/** Counts an answered request. Only the first parts of a path become a label, so that labels stay few. */
export function observeRequest(method: string, path: string, status: number, seconds: number): void {
  const route = `/${path
    .split('/')
    .slice(1, 4)
    .map((part) => (/^[A-Za-z.-]{1,40}$/.test(part) ? part : '*'))
    .join('/')}`;
  metrics.duration.observe({ method, route: status === 404 ? 'not found' : route, status: String(status) }, seconds);
}
