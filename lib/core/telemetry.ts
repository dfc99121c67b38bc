import { log } from './log';

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
  const sdk = new NodeSDK({
    serviceName: process.env.OTEL_SERVICE_NAME ?? 'tessera',
    traceExporter: new OTLPTraceExporter(),
    instrumentations: [new PgInstrumentation()]
  });
  sdk.start();
  log.info('OpenTelemetry is on');
  return () => sdk.shutdown();
}
