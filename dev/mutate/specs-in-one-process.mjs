import { resolve } from 'node:path';
import config from '../../jest.config.mjs';

const rootDir = resolve(import.meta.dirname, '../..');

/**
 * Configures Jest to run the specs as `npm test` does, but in one process, on an existing database and without output.
 */
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
