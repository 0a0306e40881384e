import { resolve } from 'node:path';
import config from '../../jest.config.mjs';

const rootDir = resolve(import.meta.dirname, '../..');

/** The specs as `npm test` runs them, in one process, on a database that was set up before; nothing is printed. */
export default {
  rootDir,
  projects: config.projects.map(({ globalSetup: _, globalTeardown: __, ...project }) => ({
    ...project,
    rootDir,
    roots: [project.displayName === 'system' ? '<rootDir>/test' : '<rootDir>/src'],
    testEnvironment: '<rootDir>/dev/mutate/bailing-environment.mjs',
  })),
  testTimeout: config.testTimeout,
  reporters: [],
};
