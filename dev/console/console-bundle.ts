import { build, type BuildOptions } from 'esbuild';
import { basename, join } from 'node:path';

const SHARED = {
  bundle: true,
  minify: true,
  write: false,
  // Names the files only: nothing is written.
  outdir: '/',
  target: 'es2023',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** Monaco, GraphiQL's editor, does its work in these. Their names are those that `page/console.mjs` asks for. */
const WORKERS = {
  'editor.worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
  'json.worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
  'graphql.worker': 'monaco-graphql/esm/graphql.worker.js',
};

/**
 * Bundles the page in `pages` with React and GraphiQL, which ship as modules. Returns the files by name. That takes two seconds, so it
 * happens when somebody opens the console, and neither while building nor while starting.
 */
export async function bundleConsole(projectRoot: string, pages: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const shared = { ...SHARED, absWorkingDir: projectRoot };
  const built = await Promise.all([
    build({
      ...shared,
      entryPoints: [join(pages, 'console.mjs')],
      format: 'esm',
      // Icons of the editor. A font of its own address would be one more route.
      loader: { '.ttf': 'dataurl' },
    }),
    build({ ...shared, entryPoints: WORKERS, format: 'iife' }),
  ]);
  return new Map(
    built.flatMap(({ outputFiles }) => outputFiles.map(({ path, contents }) => [basename(path), contents])),
  );
}
