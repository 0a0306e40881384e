import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

// Packages of Nest, Apollo, TypeORM and others for what Purser does not use. They ask for them when it is used.
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

// How esbuild keeps names: by a call for each class once, and for each function whenever it is made. Those of functions
// took a fifth of the processor time of a list, and nobody asks for them.
const NAME_ALL = 'var __name=(target,value)=>__defProp(target,"name",{value,configurable:true});';
const NAME_CLASSES = `${NAME_ALL.replace('__name', '__nameClass')}var __name=(target)=>target;`;

// Each of 300 imports of a CommonJS package gets an object with a getter for each of its exports, 36,000 of them in all.
// One for a package is enough as long as the package, which may be loading, has not got more.
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

// A package of Apollo's takes Node's hashes only where a module can require, and slower ones in JavaScript elsewhere.
const MODULE = '(mod={exports:{}})';
const MODULE_THAT_REQUIRES = '(mod={exports:{},require})';

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

/** Given by whoever builds without the history, as in an image. */
function findRevision() {
  if (process.env.PURSER_REVISION) return process.env.PURSER_REVISION;
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unknown';
  }
}

/** What every file of Purser's is made with: nothing beside it but Node. */
const ONE_FILE = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  // Nest and TypeORM go by the names of classes.
  keepNames: true,
  external: NOT_INSTALLED.flatMap((name) => [name, `${name}/*`]),
  // Of ES modules esbuild leaves out what nobody imports: two thirds of the rules here, one of which needs 300 kB.
  alias: { 'class-validator': 'class-validator/esm2015/index.js' },
  logLevel: 'warning',
  // CommonJS has no `import.meta`.
  define: {
    'import.meta.url': 'bundleUrl',
    PURSER_BUILD: JSON.stringify({ version, revision: findRevision() }),
  },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
};

// Without the folder, Purser is built without the extras (docs/adr/0047), and what an earlier build made of them goes.
const HAS_EXTRAS = existsSync('src/extras');
if (!HAS_EXTRAS) {
  for (const old of ['extras', 'commands', 'nats-connection.cjs'])
    await rm(join('dist', old), { recursive: true, force: true });
}

// The commands of operators, who may have no more than an image of Purser.
await build({
  ...ONE_FILE,
  entryPoints: readdirSync('src', { recursive: true })
    .filter((file) => file.endsWith('.command.ts'))
    .map((file) => ({ in: join('dist', file.replace(/ts$/, 'js')), out: basename(file, '.command.ts') })),
  outdir: 'dist/commands',
  outExtension: { '.js': '.cjs' },
});

// The clients of NATS and of a collector of traces, which few installations have: each a file of its own that the others
// neither compile nor keep.
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

/** Has `@nestjs/typeorm` require the TypeORM of the bundle, where it would load a second one from `node_modules`. */
const oneTypeorm = {
  name: 'one-typeorm',
  setup({ onLoad }) {
    onLoad({ filter: /@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/^const require = createRequire\(.*$/m, ''),
    }));
  },
};

/** Puts Purser and all that it imports into the one file that `dist/main.js` runs (docs/adr/0028). */
const { outputFiles } = await build({
  ...ONE_FILE,
  write: false,
  entryPoints: [HAS_EXTRAS ? 'dist/extras/purser-with-extras.js' : 'dist/purser.js'],
  outfile: 'dist/bundle.cjs',
  sourcemap: true,
  // V8 keeps the text in memory: three megabytes of it are indentation. In lines, as traces name one.
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
    // One letter beyond Latin, here in patterns of validator, and V8 keeps two bytes of every letter in memory.
    .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  await writeFile(path, bundle);
}
