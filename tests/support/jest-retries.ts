// As in the browser, a test that fails under `npm test` is tried a second time, and named as flaky where it then passes.
jest.retryTimes(Number(process.env.TEST_RETRIES ?? 0), { logErrorsBeforeRetry: true });
