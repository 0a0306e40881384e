import { writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { leaveOut, NOT_INSTALLED } from './esbuild.leave-out.mjs';

// How esbuild keeps names: by a call for each class once, and for each function whenever it is made. Those of functions
// took a fifth of the processor time of a list, and nobody asks for them.
const NAME_ALL = 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });';
const NAME_CLASSES = `${NAME_ALL.replace('__name', '__nameClass')} var __name = (target) => target;`;

/** Puts `dist/purser.js` and all that it imports into the one file that starts (docs/adr/0028). */
const { outputFiles } = await build({
  write: false,
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
  plugins: [leaveOut],
  // CommonJS in an ES module: what packages `require` of Node.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  logLevel: 'warning',
});

for (const { path, text } of outputFiles) {
  if (!path.endsWith('.js')) {
    await writeFile(path, text);
    continue;
  }
  if (!text.includes(NAME_ALL)) throw new Error('esbuild keeps names in another way than esbuild.config.mjs knows');
  await writeFile(path, text.replace(NAME_ALL, NAME_CLASSES).replaceAll('__name(this, ', '__nameClass(this, '));
}
