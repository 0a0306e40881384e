import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const OUT = '../dist/dashboard';

/** Compiles the texts of a language while it builds, so that the browser needs no parser of messages. */
const texts: Plugin = {
  name: 'texts',
  enforce: 'pre',
  async load(id) {
    if (!/\/text\/[\w-]+\.json$/.test(id)) return null;
    const messages = JSON.parse(await readFile(id, 'utf8')) as Record<string, string>;
    const compiled = Object.entries(messages).map(([key, message]) => [key, compileMessage(message)]);
    return { code: `export default ${JSON.stringify(Object.fromEntries(compiled))}`, moduleType: 'js' };
  },
};

/** Compresses once what the server sends many times. */
const compress: Plugin = {
  name: 'compress',
  apply: 'build',
  async closeBundle() {
    for (const name of await readdir(join(import.meta.dirname, OUT), { recursive: true })) {
      if (!/\.(js|css|html|svg)$/.test(name)) continue;
      const file = join(import.meta.dirname, OUT, name);
      const content = await readFile(file);
      await Promise.all([
        writeFile(`${file}.br`, brotliCompressSync(content)),
        writeFile(`${file}.gz`, gzipSync(content, { level: 9 })),
      ]);
    }
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [texts, react(), compress],
  // Pages with two copies of one of these would not work.
  resolve: { dedupe: ['react', 'react-dom', 'graphql'] },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the pages allows neither inline scripts nor data in styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
