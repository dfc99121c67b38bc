import client from 'prom-client';
import { routeOf } from '../http/routes';

// Next evaluates modules more than once; metrics belong to the process.
const place = globalThis as typeof globalThis & { tesseraMetrics?: ReturnType<typeof make> };

function make() {
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  return {
    registry,
    /** The label sets that `duration` has. */
    series: new Set<string>(),
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

/** A gauge that computes its value when it is read. */
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

/** Label sets of requests that a process keeps, each some 40 KB: more than the product makes by itself. */
const MOST_SERIES = 1_000;
/** The labels of requests with made-up addresses. */
const UNKNOWN = { method: 'other', route: 'other' };

/**
 * Counts an answered request. Its labels come from the product's own routes: all other addresses are one route, and
 * methods that a route doesn't have are one method, so that made-up requests add no series (F-2).
 */
export function observeRequest(method: string, path: string, status: number, seconds: number): void {
  metrics.duration.observe(bounded(labelsOf(method, path, status)), seconds);
}

interface Labels {
  method: string;
  route: string;
  status: string;
}

function labelsOf(method: string, path: string, status: number): Labels {
  const route = routeOf(path);
  if (!route) return { ...UNKNOWN, status: `${Math.floor(status / 100)}xx` };
  const taken = status !== 405 && method !== 'OPTIONS';
  return { method: taken ? method : 'other', route, status: String(status) };
}

function bounded(labels: Labels): Labels {
  const key = `${labels.method} ${labels.route} ${labels.status}`;
  if (!metrics.series.has(key) && metrics.series.size >= MOST_SERIES)
    return { ...UNKNOWN, status: `${labels.status[0]}xx` };
  metrics.series.add(key);
  return labels;
}
