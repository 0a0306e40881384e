import { build, type BuildOptions } from 'esbuild';
import { basename, join } from 'node:path';

const SHARED = {
  bundle: true,
  minify: true,
  write: false,
  // Only for the files' names. Nothing is written to disk.
  outdir: '/',
  target: 'es2023',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** Web workers of GraphiQL's editor Monaco. `page/console.mjs` requests them by these names. */
const WORKERS = {
  'editor.worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
  'json.worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
  'graphql.worker': 'monaco-graphql/esm/graphql.worker.js',
};

/**
 * Bundles the page in `pages` with React and GraphiQL, which ship as modules. Returns the files by name. It takes two
 * seconds, so it runs when the console is opened, not at build or start.
 */
export async function bundleConsole(projectRoot: string, pages: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const shared = { ...SHARED, absWorkingDir: projectRoot };
  const built = await Promise.all([
    build({
      ...shared,
      entryPoints: [join(pages, 'console.mjs')],
      format: 'esm',
      // Embeds the editor's icon font. A font with its own URL would need another route.
      loader: { '.ttf': 'dataurl' },
    }),
    build({ ...shared, entryPoints: WORKERS, format: 'iife' }),
  ]);
  return new Map(
    built.flatMap(({ outputFiles }) => outputFiles.map(({ path, contents }) => [basename(path), contents])),
  );
}
