import { pathToFileURL } from 'node:url';

/** Packages of Nest, Apollo, TypeORM and others for what Purser does not use. They ask for them when it is used. */
export const NOT_INSTALLED = [
  '@apollo/gateway',
  '@apollo/subgraph',
  '@as-integrations/fastify',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'class-transformer',
  'pg-native',
  'ts-morph',
];

/** Files of packages that Purser never runs, each with what it takes out. Their exports say so when one is called. */
const NEVER_RUN = [
  // Databases other than PostgreSQL: 1,090 kB.
  /typeorm\/driver\/(?!postgres\/|types\/)[^/]+\/[^/]+\.js$/,
  /typeorm\/(entity-manager\/MongoEntityManager|repository\/MongoRepository)\.js$/,
  // SQL laid out for people to read, and files found by a pattern: 190 kB.
  /@sqltools\/formatter\/lib\/sqlFormatter\.js$/,
  /tinyglobby\/dist\/index\.[cm]js$/,
  // Apollo's services, which `apollo-options.ts` switches off: 610 kB.
  /@apollo\/server\/dist\/esm\/plugin\/(cacheControl|inlineTrace|schemaReporting|usageReporting)\/index\.js$/,
  // Uploads and forms, each with a list of media types, for bodies are JSON: 570 kB.
  /multer\/index\.js$/,
  /form-data\/lib\/form_data\.js$/,
  // Time zones of cron expressions, for ticks have intervals: 260 kB.
  /luxon\/build\/node\/luxon\.js$/,
  // Phone numbers of every kind, for Purser knows mobile ones by a list of their own: 470 kB.
  /libphonenumber-js\/max\/index\.cjs$/,
];

/** Lists in which Purser looks nothing up. */
const LISTS = [
  // Character sets that are not Unicode's, for `configure-http.ts` refuses them: 480 kB.
  /iconv-lite\/encodings\/(dbcs-data|sbcs-data|sbcs-data-generated)\.js$/,
  // Messages of zod in languages other than English: 360 kB.
  /zod\/v4\/locales\/index\.js$/,
];

/** Files that stand in for packages, each with what Purser needs of it. */
const INSTEAD = new Map([
  // Loads TypeORM a second time, from node_modules, to look for two classes that it has not had since 1.0.
  [
    /@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/,
    'export const Connection = undefined, AbstractRepository = undefined;',
  ],
  // Looks for Node's hashes in a way that no bundle has, and takes those of a package for browsers.
  [/@apollo\/utils\.createhash\/dist\/index\.js$/, "export { createHash } from 'node:crypto';"],
]);

/** Leaves out of the bundle what Purser cannot reach. esbuild cannot see that, for packages import all they have. */
export const leaveOut = {
  name: 'leave-out',
  setup({ onLoad, onEnd }) {
    const unseen = new Set([...NEVER_RUN, ...LISTS, ...INSTEAD.keys()]);
    const matches = (pattern, path) => pattern.test(path) && (unseen.delete(pattern) || true);
    onLoad({ filter: /node_modules/ }, async ({ path }) => {
      for (const [file, contents] of INSTEAD) if (matches(file, path)) return { contents };
      if (LISTS.some((list) => matches(list, path))) return { contents: '' };
      return NEVER_RUN.some((file) => matches(file, path)) ? { contents: await throwingExports(path) } : undefined;
    });
    // A package that moved its files would put them back without a word.
    onEnd(() => ({ errors: [...unseen].map((pattern) => ({ text: `No file of a package matches ${pattern}` })) }));
  },
};

async function throwingExports(path) {
  const [file] = /[^/]+\/[^/]+$/.exec(path);
  // Functions, not arrows: some are extended, or looked for by `instanceof`, while modules load.
  const thrower = `function () { throw new Error('esbuild.leave-out.mjs leaves ${file} out of the bundle'); }`;
  const names = Object.keys(await import(pathToFileURL(path))).filter(
    (name) => /^\w+$/.test(name) && name !== 'default',
  );
  return [`export default ${thrower}`, ...names.map((name) => `export const ${name} = ${thrower};`)].join('\n');
}
