import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

// Time limits, handlers of events and the like, which Jest keeps in the realm under symbols in capitals.
const STATE_OF_JEST = /^[A-Z_]+$/;

/**
 * Runs specs in the realm of their worker, not in one of their own: they share what the worker has loaded, and an
 * `Error` must be the same class on both sides.
 *
 * What a spec file changes there is put back when it ends. What the shared modules keep there stays, for it is theirs.
 */
export default class OneRealmEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  // The kind that Jest has kept from before, and nobody asks for.
  fakeTimers = null;
  fakeTimersModern;

  #console = globalThis.console;
  #exit = process.exit;
  #variables = { ...process.env };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.#console;
    process.exit = this.#exit;
    for (const name of Object.keys(process.env)) {
      if (!Object.hasOwn(this.#variables, name)) Reflect.deleteProperty(process.env, name);
    }
    Object.assign(process.env, this.#variables);
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (STATE_OF_JEST.test(symbol.description)) Reflect.deleteProperty(globalThis, symbol);
    }
  }

  /** The runtime wants to see one: `SharedModulesRuntime` compiles for the realm that it is in. */
  getVmContext() {
    return globalThis;
  }
}
