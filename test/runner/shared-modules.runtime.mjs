import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { compileFunction } from 'node:vm';
import Runtime from 'jest-runtime';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// They live beside what is compiled, and are not compiled with it, or lean on being CommonJS.
const ONLY_FOR_TESTS = /[.](spec|fixture)[.]js$/;

// Their decorators register classes with libraries that live as long as the worker: evaluated for each spec file, every
// class would be registered twice.
const ONCE_FOR_EACH_WORKER = /[/]spec-support[/]/;
const kept = new Map();

const load = createRequire(import.meta.url);

/**
 * Gives specs what ships: what `npm run build` made of our code, and the dependencies that it imports, all as Node loads
 * them, and once for all spec files of a worker. Jest would compile and evaluate three thousand modules for each file.
 *
 * Specs and their helpers are compiled by Jest, and evaluated for each file. They see the same dependencies.
 */
export default class SharedModulesRuntime extends Runtime {
  constructor(...parameters) {
    super(...parameters);
    // The original compiles for a realm of the spec file's own.
    this.executor.compile = (source, filename) =>
      compileFunction(source, this.executor.injectedModuleParameters, { filename });
  }

  requireModuleOrMock(from, name) {
    const shared = sharedFile(from, name);
    if (shared !== null) return load(shared);
    const helper = join(dirname(from), name);
    if (!ONCE_FOR_EACH_WORKER.test(helper)) return super.requireModuleOrMock(from, name);
    if (!kept.has(helper)) kept.set(helper, super.requireModuleOrMock(from, name));
    return kept.get(helper);
  }

  /** The original lends the spec file's `require` to `process`, which here outlives the spec file. */
  installGetBuiltinModule() {}
}

/** @returns {string | null} the file that a worker loads once, or null for what each spec file has to itself */
function sharedFile(from, name) {
  if (name.startsWith('node:') || name === '@jest/globals') return null;
  // As compiled code does, or there would be two of a package that offers itself to `import` and `require` differently.
  if (!name.startsWith('.')) return fileURLToPath(import.meta.resolve(name));
  if (ONLY_FOR_TESTS.test(name)) return null;
  // Written as it is served to browsers.
  if (name.endsWith('.mjs')) return join(dirname(from), name);
  const [folder, ...rest] = relative(ROOT, join(dirname(from), name)).split(sep);
  const compiled = folder === 'src' ? join(ROOT, 'dist', ...rest) : join(ROOT, 'build', folder, ...rest);
  return existsSync(compiled) ? compiled : null;
}

// The runner asks for the runtime with `require`, and looks for this mark before it takes the default export.
export const __esModule = true;
