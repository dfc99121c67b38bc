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

/** How the stand-in treats the next request: it does it and cuts the line, never answers it, or answers otherwise. */
export type Mood = 'cut' | 'silent' | { status: number; body?: unknown; headers?: Record<string, string> };

const NUMBER = '4000009990000';

/**
 * A stand-in of Stripe Issuing on this machine: it keeps cards, and does what comes under a known idempotency key once. Set
 * `STRIPE_ADDRESS` to its address, and `INTEGRATOR_NETWORKS` to 127.0.0.2/32.
 */
export class StripeServer {
  readonly requests: StripeRequest[] = [];
  readonly cards: StripeCard[] = [];
  /** What comes next, the first for the next request. */
  readonly moods: Mood[] = [];
  /** Called when a request was done and before its answer is sent. */
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
    this.moods.length = 0;
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
      ...{ method: request.method ?? '', path: request.url ?? '', headers: request.headers },
      body: Buffer.concat(chunks).toString()
    };
    this.requests.push(came);
    const mood = this.moods.shift();
    if (mood === 'silent') return;
    if (typeof mood === 'object') return answer(response, mood.status, mood.body ?? '', mood.headers);
    const { status, document } = this.done(came);
    await this.beforeAnswer?.(came);
    if (mood === 'cut') return void request.socket.destroy();
    answer(response, status, document);
  }

  private done({ method, path, headers, body }: StripeRequest): { status: number; document: unknown } {
    const url = new URL(path, 'http://stripe.example');
    const id = /^\/v1\/issuing\/cards\/(ic_\w+)$/.exec(url.pathname)?.[1];
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
    const document = this.saved(id, new URLSearchParams(body));
    this.known.set(key, { body, document });
    return { status: 200, document };
  }

  private saved(id: string | undefined, form: URLSearchParams): StripeCard {
    const found = this.cards.find((card) => card.id === id);
    const card: StripeCard = found ?? {
      ...{ id: `ic_${this.cards.length + 1}x`, object: 'issuing.card', brand: 'Visa', created: 1, livemode: false },
      ...{ cardholder: { id: form.get('cardholder') ?? '' }, currency: form.get('currency') ?? '', type: 'virtual' },
      ...{ exp_month: 8, exp_year: 2031, last4: String(1000 + this.cards.length), status: '' },
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
