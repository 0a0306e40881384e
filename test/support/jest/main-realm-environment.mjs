import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { compileFunction, createContext, runInContext } from 'node:vm';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

// Test helpers next to the compiled code. They are not compiled with it, or rely on being CommonJS.
const ONLY_FOR_TESTS = /[.](spec|fixture)[.]js$/;

// Their decorators register classes with libraries that live as long as the worker. Evaluated for each spec file, every
// class would be registered twice.
const ONCE_FOR_EACH_WORKER = /[/]spec-support[/]/;
const kept = new Map();

const load = createRequire(import.meta.url);

/**
 * Runs specs in the realm of their worker with the shipped code: the output of `npm run build` and the dependencies it
 * imports, all as Node loads them, once for all spec files of a worker. Jest would compile and evaluate three thousand
 * modules for each file.
 *
 * Jest itself stays in its own realm, created anew for each spec file, whose globals are the worker's: an `Error` is
 * the same class on both sides.
 *
 * A spec file's changes to its realm are undone when it ends. State in the shared modules stays, because it is theirs.
 */
export default class MainRealmEnvironment {
  global;
  moduleMocker = new ModuleMocker(globalThis);
  // Jest's legacy fake timers, which nothing uses.
  fakeTimers = null;
  fakeTimersModern;

  #context = createContext();
  #exit = process.exit;
  #variables = { ...process.env };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.global = runInContext('globalThis', this.#context);
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
      if (name === 'globalThis' || !descriptor.configurable) continue;
      // Some globals are created on first use and check their caller.
      if (descriptor.get) descriptor.get = () => globalThis[name];
      Object.defineProperty(this.global, name, descriptor);
    }
    this.global.global = this.global;
    this.global.evaluateInMainRealm = evaluateInMainRealm;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    process.exit = this.#exit;
    for (const name of Object.keys(process.env)) {
      if (!Object.hasOwn(this.#variables, name)) Reflect.deleteProperty(process.env, name);
    }
    Object.assign(process.env, this.#variables);
  }

  getVmContext() {
    return this.#context;
  }
}

/**
 * Evaluates a compiled spec file or helper.
 * @param injected variables that the code finds by name, including `require`
 */
function evaluateInMainRealm(code, filename, injected) {
  const scope = { ...injected, require: (name) => requireFor(filename, name, injected.require) };
  compileFunction(code, Object.keys(scope), { filename })(...Object.values(scope));
}

function requireFor(from, name, requireInJest) {
  const shared = sharedFile(from, name);
  if (shared !== null) return load(shared);
  const helper = join(dirname(from), name);
  if (!ONCE_FOR_EACH_WORKER.test(helper)) return requireInJest(name);
  if (!kept.has(helper)) kept.set(helper, requireInJest(name));
  return kept.get(helper);
}

/** @returns {string | null} the file that a worker loads once, or null if each spec file has its own copy */
function sharedFile(from, name) {
  if (name.startsWith('node:')) return name;
  // Resolved like compiled code. Otherwise a package with different `import` and `require` entries would be loaded
  // twice.
  if (!name.startsWith('.')) return fileURLToPath(import.meta.resolve(name));
  if (ONLY_FOR_TESTS.test(name)) return null;
  // Browser modules are loaded as they are served.
  if (name.endsWith('.mjs')) return join(dirname(from), name);
  const [folder, ...rest] = relative(ROOT, join(dirname(from), name)).split(sep);
  const compiled = folder === 'src' ? join(ROOT, 'dist', ...rest) : join(ROOT, 'build', folder, ...rest);
  return existsSync(compiled) ? compiled : null;
}
