import { createHash } from 'node:crypto';
import swc from '@swc/jest';

// The globals that specs find by name. Jest puts them into its own realm.
const BY_NAME = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'jest', 'test'];

const OF_A_MODULE = ['module', 'exports', 'require', '__filename', '__dirname'];

/** Compiles a file with swc for `MainRealmEnvironment` to evaluate. */
export default {
  createTransformer(options) {
    const { process, getCacheKey } = swc.createTransformer(options);
    return {
      canInstrument: false,
      getCacheKey: (...parameters) =>
        createHash('sha256')
          .update(getCacheKey(...parameters))
          .update(wrap(''))
          .digest('hex'),
      process(...parameters) {
        const { code, map } = process(...parameters);
        return { code: wrap(code), map };
      },
    };
  },
};

const wrap = (code) =>
  `evaluateInMainRealm(${JSON.stringify(code)}, __filename, { ${[...OF_A_MODULE, ...BY_NAME].join(', ')} });`;
