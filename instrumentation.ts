import type { Instrumentation } from 'next';

/** Runs once when the server starts, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startProcess } = await import('./lib/composition/process/start-process');
    const { leadToPage } = await import('./app/sdportal/lead');
    await startProcess(leadToPage);
  }
}

/** Logs the error of a page, an action or a route handler. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { logRequestError } = await import('./lib/core/http/request-errors');
    logRequestError(error, request, context);
  }
};
