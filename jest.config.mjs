import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether the rules for Prometheus can be tested here; Debian's package `prometheus` has promtool. */
function hasPromtool() {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'promtool')));
}

/**
 * Specs and their helpers are compiled by swc to CommonJS. All else they take as it ships: our code from the build, and
 * dependencies from node_modules, loaded once for each worker by Node itself (docs/adr/0020).
 */
const swc = [
  '<rootDir>/test/support/jest/main-realm-transformer.mjs',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type: 'commonjs', ignoreDynamic: false },
    sourceMaps: true,
  },
];

const shared = {
  testEnvironment: '<rootDir>/test/support/jest/main-realm-environment.mjs',
  transform: { '^.+\\.ts$': swc },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // The release before and other copies of the project, which have the name of this package too.
  modulePathIgnorePatterns: ['<rootDir>/build/(releases|mutants|without-extras)/'],
  injectGlobals: true,
};

const unit = {
  ...shared,
  displayName: 'unit',
  globalSetup: '<rootDir>/test/support/jest/built-code.mjs',
};

export default {
  projects: [
    {
      ...unit,
      testMatch: ['src', 'sandbox', 'dev', 'bench', 'dashboard/src'].map(
        (folder) => `<rootDir>/${folder}/**/*.spec.ts`,
      ),
      testPathIgnorePatterns: ['<rootDir>/src/platform/graphql/'],
    },
    {
      ...unit,
      testMatch: ['<rootDir>/src/platform/graphql/**/*.spec.ts'],
      // Different options are different workers: toy types, once registered with Nest, are in every later schema.
      runner: ['jest-runner', { registers: 'toys' }],
    },
    {
      ...shared,
      displayName: 'system',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      // Commands of their own: `npm run test:campaigns`, `test:pooler` and `test:migrations`.
      testPathIgnorePatterns: [
        ...(process.env.CAMPAIGNS ? [] : ['<rootDir>/test/(extras/)?campaigns/']),
        ...(process.env.LOADED_TABLES ? [] : ['<rootDir>/test/loaded-tables/']),
        ...(process.env.POOLER ? [] : ['<rootDir>/test/pooler/']),
        ...(hasPromtool() ? [] : ['<rootDir>/test/campaigns/monitoring/']),
      ],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
  ],
  testSequencer: '<rootDir>/test/support/jest/spread-out-sequencer.mjs',
  // Whole applications, databases and browsers start inside tests, on machines with two cores.
  testTimeout: 60_000,
  // Three more than two cores: specs wait for processes, time-outs and databases of their own for more than half of their
  // time. Campaigns have several processes work hard at once: with five of them, orders miss the two seconds in which
  // they must be sent.
  maxWorkers: process.env.CAMPAIGNS ? 3 : 5,
};
