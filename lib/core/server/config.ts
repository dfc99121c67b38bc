import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { weaknessOf } from '../secrets/weak-secret';

const integer = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);
const flag = (fallback: boolean) =>
  z
    .stringbool()
    .optional()
    .transform((value) => value ?? fallback);

const SECRET_CHARACTERS = 32;
const TOKEN_CHARACTERS = 16;

const DNS_SERVER = String.raw`(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-fA-F:]+\])(:\d{1,5})?`;
const DNS_SERVERS = new RegExp(`^${DNS_SERVER}(,${DNS_SERVER})*$`);

const NETWORK = String.raw`(\d{1,3}(\.\d{1,3}){3}|[0-9a-fA-F:]+)\/\d{1,3}`;
const NETWORKS = new RegExp(`^${NETWORK}(,${NETWORK})*$`);

/** The schema of the environment, with its bounds. docs/operations.md describes each variable for operators. */
const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }).optional(),
  DATABASE_POOL: integer(20, 8, 200),
  TESSERA_SECRET: z.string({ error: 'is required' }).min(SECRET_CHARACTERS, 'must have at least 32 random characters'),
  TESSERA_MODE: z.enum(['production', 'demo', 'development']).default('production'),
  TESSERA_OPEN_DEMO: flag(false),
  TESSERA_ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  TESSERA_DEFAULT_BRAND: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,39}$/, 'must be a brand name')
    .default('tessera'),
  TESSERA_TRUSTED_PROXIES: integer(0, 0, 5),
  PASSWORD_HASH_COST: integer(12, 10, 15),
  PASSWORD_HASH_THREADS: integer(availableParallelism(), 1, 64),
  PASSWORD_HASH_QUEUE: integer(32, 1, 1000),
  SIGN_INS_PER_ADDRESS: integer(600, 20, 1_000_000),
  SIGN_INS_PER_USER: integer(20, 7, 10_000),
  SIGN_IN_FAILURES_PER_ADDRESS: integer(300, 10, 100_000),
  SIGN_IN_FAILURES_PER_USER: integer(30, 7, 1000),
  LOOKUPS_PER_ADDRESS: integer(600, 10, 100_000),
  FEDERATED_STARTS_PER_ADDRESS: integer(600, 10, 100_000),
  CLIENT_LOG_CALLS_PER_ADDRESS: integer(60, 1, 10_000),
  FORCE_REFRESH_MILLIS: integer(1_800_000, 60_000, 86_400_000),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.email('must be an e-mail address').default('no-reply@tessera.example'),
  CLAMD_URL: z
    .string()
    .regex(/^(tcp:\/\/[A-Za-z0-9.:[\]-]{1,255}|unix:\/\/\/[^\s]{1,200})$/, 'must be tcp://host:port or unix:///path')
    .optional(),
  TESSERA_FEEDS_FOLDER: z.string().startsWith('/', 'must be an absolute path').optional(),
  TESSERA_BATCHES_FOLDER: z.string().startsWith('/', 'must be an absolute path').optional(),
  TESSERA_PAYMENTS_FOLDER: z.string().startsWith('/', 'must be an absolute path').optional(),
  TESSERA_RECEIPTS_MAIL_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  TESSERA_RECEIPTS_MAIL_DOMAIN: z.hostname('must be a domain').optional(),
  TESSERA_RECEIPTS_MAIL_GATEWAY: z.string().max(255).optional(),
  TESSERA_READ_RECEIPTS: flag(true),
  TESSERA_BACKGROUND_NICENESS: integer(19, 0, 19),
  HOSTNAME_DNS_SERVERS: z
    .string()
    .regex(DNS_SERVERS, 'must be IP addresses, each with an optional port, separated by commas')
    .transform((list) => list.split(','))
    .optional(),
  INTEGRATOR_NETWORKS: z
    .string()
    .regex(NETWORKS, 'must be networks such as 10.1.0.0/16, separated by commas')
    .transform((list) => list.split(','))
    .default([]),
  STRIPE_ADDRESS: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .default('https://api.stripe.com'),
  RECOVERIES_PER_ADDRESS: integer(60, 5, 10_000),
  REGISTRATIONS_PER_ADDRESS: integer(30, 5, 10_000),
  STOP_DRAIN_MILLIS: integer(5_000, 0, 60_000),
  UI_LOGGING: flag(false),
  METRICS_TOKEN: z.string().min(TOKEN_CHARACTERS).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')
});

/** Tests sign in thousands of times; their passwords protect nothing. */
const developmentSchema = schema.extend({ PASSWORD_HASH_COST: integer(12, 4, 15) });

export type Config = z.infer<typeof schema>;

/** All faults of the environment at once; values are never printed, since some are secrets. */
export class ConfigurationError extends Error {
  constructor(public readonly mistakes: string[]) {
    super(`The configuration has ${mistakes.length} mistake(s):\n  - ${mistakes.join('\n  - ')}`);
    this.name = 'ConfigurationError';
  }
}

/** Reads the configuration from `env`; empty values count as not set. @throws ConfigurationError */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = (given.TESSERA_MODE === 'development' ? developmentSchema : schema).safeParse(given);
  const mistakes = result.error?.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `${name} ${given[name] === undefined ? 'is required' : issue.message}`;
  });
  const all = [...(mistakes ?? []), ...weakSecrets(given)];
  if (result.success && all.length === 0) return result.data;
  throw new ConfigurationError(all);
}

/** Secrets of demo and tests protect nothing; in production, the default, a weak one opens every account. */
function weakSecrets({
  TESSERA_MODE,
  TESSERA_SECRET = '',
  METRICS_TOKEN = ''
}: Partial<Record<string, string>>): string[] {
  if ((TESSERA_MODE ?? 'production') !== 'production') return [];
  const secret = TESSERA_SECRET.length >= SECRET_CHARACTERS && weaknessOf(TESSERA_SECRET, 96);
  const token = METRICS_TOKEN.length >= TOKEN_CHARACTERS && weaknessOf(METRICS_TOKEN, 40);
  return [...(secret ? [`TESSERA_SECRET ${secret}`] : []), ...(token ? [`METRICS_TOKEN ${token}`] : [])];
}

let current: Config | undefined;

/** The configuration of this process, read once. */
export function config(): Config {
  current ??= readConfig(process.env);
  return current;
}
