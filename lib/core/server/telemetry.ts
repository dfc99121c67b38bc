import type { OTLPTraceExporter as Exporter } from '@opentelemetry/exporter-trace-otlp-http';
import { log, withoutSecrets } from './log';

type Span = Parameters<Exporter['export']>[0][number];

/** A span as it may leave the process: addresses without their queries and the tokens in their paths. */
function withoutQueries(span: Span): Span {
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).map(([name, value]) => [
      name,
      typeof value === 'string' && /^(https?:\/\/|\/)/.test(value)
        ? withoutSecrets(value.split('?')[0] as string)
        : value
    ])
  );
  return Object.create(span, {
    attributes: { value: attributes },
    name: { value: withoutSecrets(span.name.split('?')[0] as string) }
  });
}

/**
 * OpenTelemetry, switched on by the standard OTEL_EXPORTER_OTLP_ENDPOINT: traces of Next and of the
 * database go there over OTLP/HTTP. Without it nothing is loaded. Resolves to what ends it.
 */
export async function startTelemetry(): Promise<() => Promise<void>> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => {};
  const [{ NodeSDK }, { OTLPTraceExporter }, { PgInstrumentation }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/instrumentation-pg')
  ]);
  const exporter = new OTLPTraceExporter();
  const sdk = new NodeSDK({
    serviceName: process.env.OTEL_SERVICE_NAME ?? 'tessera',
    traceExporter: {
      export: (spans, done) => exporter.export(spans.map(withoutQueries), done),
      shutdown: () => exporter.shutdown()
    },
    instrumentations: [new PgInstrumentation()]
  });
  sdk.start();
  log.info('OpenTelemetry is on');
  return () => sdk.shutdown();
}
