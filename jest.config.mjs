/**
 * Unit tests are compiled to CommonJS by swc: Nest 12 and several dependencies are ESM only, and Jest on Node 20
 * cannot require ESM, so node_modules are transformed too (cached after the first run).
 * System tests take all but specs and their helpers from the build, which is ESM: docs/adr/0014.
 */
const swc = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type: 'commonjs', ignoreDynamic: false },
    sourceMaps: 'inline',
  },
];

const shared = {
  testEnvironment: 'node',
  transform: { '^.+\\.[cm]?[jt]s$': swc },
  transformIgnorePatterns: [],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  injectGlobals: true,
};

export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/sandbox/**/*.spec.ts', '<rootDir>/dev/**/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'system',
      runtime: '<rootDir>/test/runner/shared-modules.runtime.mjs',
      testEnvironment: '<rootDir>/test/runner/one-realm.environment.mjs',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
  ],
  // Whole applications, databases and browsers start inside tests, on machines with two cores.
  testTimeout: 60_000,
  // One more than two cores: specs wait for processes, time-outs and databases of their own for a quarter of their time.
  maxWorkers: 3,
};
