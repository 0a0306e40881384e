import { existsSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext, Script } from 'node:vm';
import type * as Purser from './purser.js';

const BUNDLE = fileURLToPath(new URL('bundle.cjs', import.meta.url));

// Memory is back half a minute after a load. Between two requests of a quiet hour nothing is collected: it takes some
// 60 ms and leaves code cold, which made payouts in bursts dearer by half.
const LOOK_EVERY_MS = 5_000;
const IDLE_LOOKS = 2;
// A process with nothing but its ticks is busy for some hundredths of the time.
const BUSY_SHARE = 0.1;
// A fifth more than was left last time is worth a pause of some 60 ms that nobody waits for.
const WORTH_COLLECTING = 1.2;

type Wrapped = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void;

/** Loads `bundle.cjs` with the code that the build compiled of it. Another version of V8 compiles it again. */
function loadPurser(): typeof Purser {
  const require = createRequire(BUNDLE);
  // Node maps lines to their source only in files that it has loaded itself.
  if (process.sourceMapsEnabled) return require(BUNDLE) as typeof Purser;
  const compiled = `${BUNDLE}.compiled`;
  const script = new Script(Module.wrap(readFileSync(BUNDLE, 'latin1')), {
    filename: BUNDLE,
    ...(existsSync(compiled) && { cachedData: readFileSync(compiled) }),
  });
  const module = { exports: {} };
  (script.runInThisContext() as Wrapped)(module.exports, require, module, BUNDLE, dirname(BUNDLE));
  return module.exports as typeof Purser;
}

/** V8 collects when memory is needed, so an idle process would keep what its start or a load left behind. */
function collectGarbageWhenIdle(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let usedBefore = performance.eventLoopUtilization();
  let kept = 0;
  let idleLooks = 0;
  setInterval(() => {
    const used = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(used, usedBefore);
    usedBefore = used;
    idleLooks = utilization > BUSY_SHARE ? 0 : idleLooks + 1;
    if (idleLooks < IDLE_LOOKS || process.memoryUsage().heapUsed < kept * WORTH_COLLECTING) return;
    collect();
    kept = process.memoryUsage().heapUsed;
  }, LOOK_EVERY_MS).unref();
}

await loadPurser().startPurser();
collectGarbageWhenIdle();
