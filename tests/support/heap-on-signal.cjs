// For a server under test, by NODE_OPTIONS=--require: SIGUSR2 has it collect its garbage, and print what is left.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('SIGUSR2', async () => {
    // What finalizers let go of is collected after them.
    for (let round = 0; round < 3; round++) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { heapUsed, external } = process.memoryUsage();
    process.stdout.write(`heap after collection: ${heapUsed + external}\n`);
  });
}
