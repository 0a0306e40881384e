import Module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as Purser from './purser.js';

// Node 22.8 and later can cache compiled code. Its default directory is a temporary one that other users can write to.
const { enableCompileCache } = Module as { enableCompileCache?: (directory: string) => unknown };
enableCompileCache?.(fileURLToPath(new URL('compiled', import.meta.url)));

const { startPurser } = createRequire(import.meta.url)('./bundle.cjs') as typeof Purser;
await startPurser();
