import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether this machine has `promtool`, which tests the Prometheus rules. Debian's package `prometheus` contains it. */
function hasPromtool() {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'promtool')));
}

/**
 * Compiles specs and their helpers to CommonJS with swc. They import everything else as it ships: our code from the
 * build, and dependencies from node_modules. Node itself loads both, once per worker (docs/adr/0020).
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
  // The previous release and other copies of the project. They have the same package name as this one.
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
      // A runner with other options gets its own workers. Toy types that these specs register with Nest would otherwise
      // be in the schemas of later specs.
      runner: ['jest-runner', { registers: 'toys' }],
    },
    {
      ...shared,
      displayName: 'system',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      // These run only with `npm run test:campaigns`, `test:pooler` and `test:migrations`.
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
  // Tests start whole applications, databases and browsers, and may run on machines with two cores. A campaign in a
  // browser takes 20 seconds on idle cores, and three times as long beside two others on slow ones.
  testTimeout: process.env.CAMPAIGNS ? 180_000 : 60_000,
  // Five workers on two cores, because specs spend more than half of their time waiting for processes, timeouts and
  // databases. Each campaign keeps several processes busy: with five campaigns at a time, orders would miss the two
  // seconds in which they must be sent.
  maxWorkers: process.env.CAMPAIGNS ? 3 : 5,
};
