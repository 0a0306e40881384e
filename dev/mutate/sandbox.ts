import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { instrument, type Mutant } from './instrument.js';

/** A copy of the project and its build, because mutants in `dist/` could be shipped by mistake. */
export const SANDBOX = resolve('build/mutants');

const COPIED = ['src', 'migrations', 'sandbox', 'dev', 'test', 'deploy', 'docs', 'dist'];
const COPIED_FILES = ['package.json', 'jest.config.mjs', 'schema.graphql', '.env.example'];
// Not copied: the sandbox itself, and releases, which no spec in the sandbox starts.
const LEFT_IN_BUILD = ['mutants', 'releases'];

/** Compiles every mutant of the files into a new sandbox. */
export async function makeSandbox(files: readonly string[]): Promise<Mutant[]> {
  await rm(SANDBOX, { recursive: true, force: true });
  await mkdir(SANDBOX, { recursive: true });
  const built = (await readdir('build')).filter((name) => !LEFT_IN_BUILD.includes(name));
  for (const path of [...COPIED, ...COPIED_FILES, ...built.map((name) => join('build', name))]) {
    await cp(path, join(SANDBOX, path), { recursive: true });
  }
  await symlink(resolve('node_modules'), join(SANDBOX, 'node_modules'));
  const compilerOptions = readOptions();
  const mutants: Mutant[] = [];
  for (const file of files) {
    const instrumented = instrument(file, await readFile(file, 'utf8'), mutants.length);
    mutants.push(...instrumented.mutants);
    const { outputText } = ts.transpileModule(instrumented.text, { compilerOptions, fileName: file });
    await writeFile(join(SANDBOX, 'dist', relative('src', file).replace(/\.ts$/, '.js')), outputText);
  }
  return mutants;
}

function readOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: unknown };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, '.');
  // Without a package.json beside it, the text would be parsed as CommonJS.
  return { ...options, module: ts.ModuleKind.ES2022, moduleResolution: ts.ModuleResolutionKind.Bundler, noEmit: false };
}
