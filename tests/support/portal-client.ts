import { request } from 'node:http';
import { actionFields } from './page-forms';

/** Where the calls stand that need no session. */
export const PUBLIC = '/services/authentication-service/public';

export interface Answer {
  status: number;
  statusText: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  json: () => unknown;
}

/** Code and field of the first error of an answer (PD.1). */
export function firstError({ body }: Answer): { code: string; field?: string } {
  const [{ code, field }] = (JSON.parse(body) as { errors: [{ code: string; field?: string }] }).errors;
  return { code, ...(field !== undefined && { field }) };
}

/** The visible content of a page, without its script data. */
export function shownOf({ body }: Answer): string {
  return /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? '';
}

/** Names of the inputs that a page marks as invalid. */
export function invalidFields({ body }: Answer): string[] {
  return [...body.matchAll(/<input[^>]+>/g)]
    .filter(([input]) => input.includes('aria-invalid="true"'))
    .map(([input]) => /\bid="([^"]+)"/.exec(input)?.[1] ?? '');
}

/** Names of the inputs that a page lets a person show and hide. */
export function revealableFields({ body }: Answer): string[] {
  return [...body.matchAll(/<button type="button" class="reveal"[^>]* aria-controls="([^"]+)"/g)].map(
    ([, name]) => name ?? ''
  );
}

interface Call {
  method?: string;
  host?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  json?: unknown;
  form?: Record<string, string>;
}

/** A client that keeps cookies and sends what it is told, headers that `fetch` forbids included. */
export class PortalClient {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly port: number,
    private readonly host = 'localhost'
  ) {}

  /** Host and port as a browser writes them. */
  get authority(): string {
    return `${this.host}:${this.port}`;
  }

  /** The same person at another server. */
  at(port: number): PortalClient {
    const same = new PortalClient(port, this.host);
    for (const [name, value] of this.cookies) same.cookies.set(name, value);
    return same;
  }

  /** Another client with the same cookies: a second tab, or a thief. */
  twin(): PortalClient {
    return this.at(this.port);
  }

  /** Somebody else on the same host, without any cookie. */
  stranger(): PortalClient {
    return new PortalClient(this.port, this.host);
  }

  /** Headers of a call with a valid anti-forgery value, as the pages' own script sends them (P7.001 to P7.003). */
  protectedHeaders(): Record<string, string> {
    const token = this.cookies.get('sec-token') ?? 'AbcdefghijKLMNOP1234';
    this.cookies.set('sec-token', token);
    return { 'X-Requested-With': 'XMLHttpRequest', 'X-CSRF-TOKEN': token, 'X-XSRF-TOKEN': token };
  }

  call(path: string, { method, host = this.host, headers = {}, body, json, form }: Call = {}): Promise<Answer> {
    const payload =
      body ?? (json !== undefined ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : undefined);
    const type = json !== undefined ? 'application/json' : form ? 'application/x-www-form-urlencoded' : undefined;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Promise((resolve, reject) => {
      const call = request(
        {
          host: '127.0.0.1',
          port: this.port,
          path,
          method: method ?? (payload === undefined ? 'GET' : 'POST'),
          agent: false,
          headers: {
            Host: `${host}:${this.port}`,
            ...(cookie && { Cookie: cookie }),
            ...(type && { 'Content-Type': type }),
            ...(payload !== undefined &&
              !headers['Transfer-Encoding'] && { 'Content-Length': String(Buffer.byteLength(payload)) }),
            ...headers
          }
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk) => (text += chunk));
          response.on('end', () => {
            for (const line of response.headers['set-cookie'] ?? []) this.keep(line);
            resolve({
              status: response.statusCode ?? 0,
              statusText: response.statusMessage ?? '',
              headers: response.headers,
              body: text,
              json: () => JSON.parse(text)
            });
          });
        }
      );
      call.on('error', reject);
      call.end(payload);
    });
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  /** A step at the front door, by alias. */
  enter(username: string, type: string, password: string, more: Record<string, string> = {}): Promise<Answer> {
    return this.call('/heracles/login', {
      form: { username, password, 'login-form-type': type, ...more },
      headers: this.protectedHeaders()
    });
  }

  /** A call with a JSON body and the anti-forgery headers. */
  post(path: string, json: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call(path, { json, headers: { ...this.protectedHeaders(), ...headers } });
  }

  /** Fills in and posts a page's own form, as a browser without JavaScript does. */
  async submit(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const page = await this.call(path, { headers });
    return this.submitAgain(page, path, fields, headers);
  }

  /** Posts the form of a page that was answered before; `change` makes another of it than the page has. */
  async submitAgain(
    page: Answer,
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
    change: (form: FormData) => void = () => {}
  ): Promise<Answer> {
    const sameOrigin = { 'Sec-Fetch-Site': 'same-origin', Origin: `http://${this.authority}`, ...headers };
    const hidden = actionFields(page.body, Object.keys(fields));
    if (!hidden) return this.call(path, { form: fields, headers: sameOrigin });
    const form = new FormData();
    for (const [name, value] of hidden) form.append(name, value);
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    change(form);
    const encoded = new Response(form);
    return this.call(path, {
      method: 'POST',
      body: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'Content-Type': encoded.headers.get('content-type') as string, ...sameOrigin }
    });
  }

  /** Signs in as the portal's clients do: look-up by user id, then the front door. */
  async signIn(userId: string, password: string, headers: Record<string, string> = {}): Promise<Answer> {
    const info = await this.post(`${PUBLIC}/login-info`, { userId }, headers);
    const { b2BAlias } = info.json() as { b2BAlias: string };
    return this.call('/heracles/login', {
      form: { username: b2BAlias, password, 'login-form-type': 'password' },
      headers: { ...this.protectedHeaders(), ...headers }
    });
  }
}
