import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What came to the stand-in of Stripe. */
export interface StripeRequest {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** A card as Stripe's public schema documents it, as far as the product reads it. */
export interface StripeCard {
  id: string;
  object: 'issuing.card';
  brand: 'Visa';
  cardholder: { id: string };
  created: number;
  currency: string;
  exp_month: number;
  exp_year: number;
  last4: string;
  livemode: false;
  metadata: Record<string, string>;
  status: string;
  type: 'virtual';
}

/** A cardholder, likewise. */
export interface StripeCardholder {
  id: string;
  object: 'issuing.cardholder';
  billing: { address: Record<string, string | null> };
  metadata: Record<string, string>;
  name: string;
  type: string;
}

/** How the stand-in treats the next request: it does it and cuts the line, never answers it, or answers otherwise. */
export type Mood = 'cut' | 'silent' | { status: number; body?: unknown; headers?: Record<string, string> };

const NUMBER = '4000009990000';

/**
 * A stand-in of Stripe Issuing on this machine: it keeps cards, and does what comes under a known idempotency key once. Set
 * `STRIPE_ADDRESS` to its address, and `INTEGRATOR_NETWORKS` to 127.0.0.2/32.
 */
export class StripeServer {
  /** What came about cards and events. */
  readonly requests: StripeRequest[] = [];
  /** What came about cardholders. */
  readonly holderRequests: StripeRequest[] = [];
  readonly cards: StripeCard[] = [];
  /** The first is the issuer's own. */
  readonly cardholders: StripeCardholder[] = [
    {
      id: 'ich_1A2b3C',
      object: 'issuing.cardholder',
      name: 'Fjord Bank',
      type: 'company',
      metadata: {},
      billing: {
        address: { line1: 'Storgata 1', line2: null, city: 'Oslo', state: null, postal_code: '0155', country: 'NO' }
      }
    }
  ];
  /** What comes next, the first for the next request about a card or an event. */
  readonly moods: Mood[] = [];
  /** The same for requests about cardholders. */
  readonly holderMoods: Mood[] = [];
  /** Called when a request about a card or an event was done and before its answer is sent. */
  beforeAnswer: ((request: StripeRequest) => Promise<void>) | null = null;
  private readonly known = new Map<string, { body: string; document: unknown }>();
  private readonly server = http.createServer((request, response) => void this.take(request, response));

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.2');
    await once(this.server, 'listening');
    return `http://127.0.0.2:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Forgets what was asked, and the keys; the cards stay. */
  forget(): void {
    this.requests.length = 0;
    this.holderRequests.length = 0;
    this.moods.length = 0;
    this.holderMoods.length = 0;
    this.beforeAnswer = null;
  }

  /** The keys that Stripe has forgotten after a day. */
  forgetKeys = (): void => this.known.clear();

  /** The full number that the stand-in gives a card. */
  numberOf = ({ last4 }: StripeCard): string => `${NUMBER.slice(0, 12)}${last4}`;

  private async take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const came: StripeRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString()
    };
    const isHolder = came.path.startsWith('/v1/issuing/cardholders');
    (isHolder ? this.holderRequests : this.requests).push(came);
    const mood = (isHolder ? this.holderMoods : this.moods).shift();
    if (mood === 'silent') return;
    if (typeof mood === 'object') return answer(response, mood.status, mood.body ?? '', mood.headers);
    const { status, document } = this.done(came);
    if (!isHolder) await this.beforeAnswer?.(came);
    if (mood === 'cut') return void request.socket.destroy();
    answer(response, status, document);
  }

  private done({ method, path, headers, body }: StripeRequest): { status: number; document: unknown } {
    const url = new URL(path, 'http://stripe.example');
    const id = /^\/v1\/issuing\/cards\/(ic_\w+)$/.exec(url.pathname)?.[1];
    const isHolder = url.pathname.startsWith('/v1/issuing/cardholders');
    if (method === 'GET' && isHolder) return { status: 200, document: this.holders(url.pathname.split('/')[4]) };
    if (method === 'GET')
      return id
        ? { status: 200, document: this.shown(id, url.searchParams.getAll('expand[]')) }
        : { status: 200, document: { object: 'list', data: this.cards, has_more: false, url: '/v1/issuing/cards' } };
    const key = String(headers['idempotency-key']);
    const known = this.known.get(key);
    if (known && known.body !== body)
      return {
        status: 400,
        document: {
          error: {
            type: 'idempotency_error',
            message: `Keys for idempotent requests can only be used with the same parameters they were first used with.`
          }
        }
      };
    if (known) return { status: 200, document: known.document };
    const form = new URLSearchParams(body);
    const holder = form.get('cardholder');
    if (holder !== null && !this.cardholders.some((one) => one.id === holder))
      return {
        status: 400,
        document: {
          error: {
            type: 'invalid_request_error',
            code: 'resource_missing',
            param: 'cardholder',
            message: `No such cardholder: '${holder}'`
          }
        }
      };
    const document = isHolder ? this.held(form) : this.saved(id, form);
    this.known.set(key, { body, document });
    return { status: 200, document };
  }

  private holders(id: string | undefined): unknown {
    const found = this.cardholders.find((one) => one.id === id);
    return id ? found : { object: 'list', data: this.cardholders, has_more: false, url: '/v1/issuing/cardholders' };
  }

  private held(form: URLSearchParams): StripeCardholder {
    const part = (name: string) => form.get(`billing[address][${name}]`);
    const cardholder: StripeCardholder = {
      id: `ich_${this.cardholders.length}x`,
      object: 'issuing.cardholder',
      type: form.get('type') ?? '',
      billing: {
        address: {
          line1: part('line1'),
          city: part('city'),
          postal_code: part('postal_code'),
          country: part('country')
        }
      },
      name: form.get('name') ?? '',
      metadata: { tessera_user: form.get('metadata[tessera_user]') ?? '' }
    };
    this.cardholders.push(cardholder);
    return { ...cardholder };
  }

  private saved(id: string | undefined, form: URLSearchParams): StripeCard {
    const found = this.cards.find((card) => card.id === id);
    const card: StripeCard = found ?? {
      id: `ic_${this.cards.length + 1}x`,
      object: 'issuing.card',
      brand: 'Visa',
      created: 1,
      livemode: false,
      cardholder: { id: form.get('cardholder') ?? '' },
      currency: form.get('currency') ?? '',
      type: 'virtual',
      exp_month: 8,
      exp_year: 2031,
      last4: String(1000 + this.cards.length),
      status: '',
      metadata: { tessera_card: form.get('metadata[tessera_card]') ?? '' }
    };
    card.status = form.get('status') ?? card.status;
    if (!found) this.cards.push(card);
    return { ...card };
  }

  private shown(id: string, expanded: string[]): unknown {
    const card = this.cards.find((one) => one.id === id);
    return card && { ...card, ...(expanded.length === 2 && { number: this.numberOf(card), cvc: '737' }) };
  }
}

function answer(
  response: http.ServerResponse,
  status: number,
  document: unknown,
  headers: Record<string, string> = {}
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof document === 'string' ? document : JSON.stringify(document));
}
