import { build } from 'esbuild';

/** Packages of Nest, Apollo, TypeORM and others for what Purser does not use. They ask for them when it is used. */
const NOT_INSTALLED = [
  '@apollo/gateway',
  '@apollo/subgraph',
  '@as-integrations/fastify',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'class-transformer',
  'pg-native',
  'ts-morph',
];

/** Puts `dist/purser.js` and all that it imports into the one file that starts (docs/adr/0028). */
await build({
  entryPoints: ['dist/purser.js'],
  outfile: 'dist/main.js',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  // Nest and TypeORM go by the names of classes.
  keepNames: true,
  external: NOT_INSTALLED.flatMap((name) => [name, `${name}/*`]),
  // CommonJS in an ES module: what packages `require` of Node.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  logLevel: 'warning',
});
