import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

// Optional packages that Nest, Apollo, TypeORM and others load only for features that Purser does not use.
const NOT_INSTALLED = [
  '@apollo/gateway',
  '@apollo/subgraph',
  '@as-integrations/express5',
  '@as-integrations/fastify',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'class-transformer',
  'pg-native',
  'ts-morph',
];

// esbuild keeps names with calls: one for each class, and one each time a function is created. The calls for functions
// took a fifth of the processor time of a list request, and nothing reads the names, so only classes keep theirs.
const NAME_ALL = 'var __name=(target,value)=>__defProp(target,"name",{value,configurable:true});';
const NAME_CLASSES = `${NAME_ALL.replace('__name', '__nameClass')}var __name=(target)=>target;`;

// For each of the 300 imports of CommonJS packages, esbuild creates an object with a getter for each export: 36,000
// getters. One object per package is enough. It is replaced if the package, which may still be loading, adds exports.
const IMPORT = 'var __toESM=(mod,isNodeMode,target)=>(';
const IMPORT_ONCE = `var __imported = new Map();
var __toESM = (mod, isNodeMode) => {
  var known = isNodeMode && __imported.get(mod);
  var names = mod == null ? 0 : __getOwnPropNames(mod).length;
  if (known && known.names === names) return known.object;
  var object = __toNewESM(mod, isNodeMode);
  if (isNodeMode) __imported.set(mod, { names, object });
  return object;
};
${IMPORT.replace('__toESM', '__toNewESM')}`;

// One of Apollo's packages uses Node's hash functions only if `module.require` exists, and otherwise slower ones in
// JavaScript.
const MODULE = '(mod={exports:{}})';
const MODULE_THAT_REQUIRES = '(mod={exports:{},require})';

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

/** Returns the commit. Builds without Git's history, such as those of images, pass it in a variable. */
function findRevision() {
  if (process.env.PURSER_REVISION) return process.env.PURSER_REVISION;
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unknown';
  }
}

/** Options for every file that is built: each bundles its dependencies and needs only Node. */
const ONE_FILE = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  // Nest and TypeORM use class names at runtime.
  keepNames: true,
  external: NOT_INSTALLED.flatMap((name) => [name, `${name}/*`]),
  // esbuild drops unused exports only from ES modules: here two thirds of the rules, one of which needs 300 kB.
  alias: { 'class-validator': 'class-validator/esm2015/index.js' },
  logLevel: 'warning',
  // CommonJS has no `import.meta`, so the banner below provides the URL.
  define: {
    'import.meta.url': 'bundleUrl',
    PURSER_BUILD: JSON.stringify({ version, revision: findRevision() }),
  },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
};

// Without this folder, Purser is built without the extras (docs/adr/0047), and their files from earlier builds are
// deleted.
const HAS_EXTRAS = existsSync('src/extras');
if (!HAS_EXTRAS) {
  for (const old of ['extras', 'commands', 'nats-connection.cjs'])
    await rm(join('dist', old), { recursive: true, force: true });
}

// The operators' commands. Each is a bundle, because operators may have only an image of Purser.
await build({
  ...ONE_FILE,
  entryPoints: readdirSync('src', { recursive: true })
    .filter((file) => file.endsWith('.command.ts'))
    .map((file) => ({ in: join('dist', file.replace(/ts$/, 'js')), out: basename(file, '.command.ts') })),
  outdir: 'dist/commands',
  outExtension: { '.js': '.cjs' },
});

// The clients for NATS and for a trace collector. Few installations use them, so each is a separate file, which
// the others neither compile nor keep in memory.
const APART = {
  'open-telemetry': 'platform/observability/tracing',
  ...(HAS_EXTRAS && { 'nats-connection': 'extras/nats' }),
};
for (const [name, folder] of Object.entries(APART)) {
  await build({ ...ONE_FILE, entryPoints: [`dist/${folder}/${name}.js`], outfile: `dist/${name}.cjs` });
}

const apart = {
  name: 'apart',
  setup({ onResolve }) {
    const filter = new RegExp(`/(${Object.keys(APART).join('|')})\\.js$`);
    onResolve({ filter }, ({ path }) => ({ path: `./${basename(path, '.js')}.cjs`, external: true }));
  },
};

/** Makes `@nestjs/typeorm` use the bundled TypeORM. It would otherwise load a second copy from `node_modules`. */
const oneTypeorm = {
  name: 'one-typeorm',
  setup({ onLoad }) {
    onLoad({ filter: /@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/^const require = createRequire\(.*$/m, ''),
    }));
  },
};

/** Bundles Purser and everything it imports into the one file that `dist/main.js` runs (docs/adr/0028). */
const { outputFiles } = await build({
  ...ONE_FILE,
  write: false,
  entryPoints: [HAS_EXTRAS ? 'dist/extras/purser-with-extras.js' : 'dist/purser.js'],
  outfile: 'dist/bundle.cjs',
  sourcemap: true,
  // V8 keeps the source text in memory, and three megabytes of it would be indentation. The text still has lines, so
  // that stack traces can name one.
  minifyWhitespace: true,
  lineLimit: 120,
  plugins: [apart, oneTypeorm],
});

for (const { path, text } of outputFiles) {
  if (!path.endsWith('.cjs')) {
    await writeFile(path, text);
    continue;
  }
  if (![NAME_ALL, IMPORT, MODULE].every((glue) => text.includes(glue))) {
    throw new Error('esbuild keeps names, imports or modules in another way than esbuild.config.mjs knows');
  }
  const bundle = text
    .replace(NAME_ALL, NAME_CLASSES)
    .replace(IMPORT, IMPORT_ONCE)
    .replace(MODULE, MODULE_THAT_REQUIRES)
    .replace(/\b__name\(\s*this,/g, '__nameClass(this,')
    // If a text has a single character beyond Latin-1, V8 stores two bytes for every character. The patterns of the
    // package `validator` have such characters.
    .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  await writeFile(path, bundle);
}
