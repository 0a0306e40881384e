import { copyFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { throwawayDirectory } from '../../dev/directories/throwaway-directory.js';
import { listenForStop } from '../../dev/start/stop-signals.js';
import { runScaleCampaign } from './campaigns/scale-campaign.js';
import { readFlags, runCommand, say, sayAudit } from './command.js';
import { Closings } from './stage/closings.js';
import { findPrograms } from './stage/cluster/machine-programs.js';
import { PROCESS_LOG } from './stage/stage.js';

const FLAGS = z.object({
  // Three switchovers and one kill take about two minutes, most of them for the start and the outage after the kill.
  switchovers: z.coerce.number().int().min(0).max(1_000).default(3),
  deaths: z.coerce.number().int().min(0).max(1_000).default(1),
  subscribers: z.coerce.number().int().min(1).max(1_200).default(1_000),
  seed: z.string().min(1).default('1'),
});

const closings = new Closings();

/** `npm run scale`: an installation on a cluster whose primary ends repeatedly under load; see docs/scale.md. */
async function main(): Promise<void> {
  const options = readFlags(FLAGS, process.argv.slice(2));
  const programs = await findPrograms();
  listenForStop({
    onStop: () => {
      say('Stopping…');
      void closeAll().then(() => process.exit(130));
    },
    onForce: () => process.exit(130),
  });
  const { switchovers, deaths, subscribers, seed } = options;
  say(`${switchovers} switchovers and ${deaths} deaths of the primary under ${subscribers} watchers, seed ${seed}.`);
  const directory = await throwawayDirectory('purser-scale-');
  try {
    const holds = sayAudit(await runScaleCampaign(options, { directory, programs, closings }));
    if (!holds) say(`Something was violated. Repeat it with --seed ${seed}.`);
  } catch (error) {
    process.exitCode = 1;
    throw error;
  } finally {
    // The data is always removed. The processes' log is kept only if the run failed.
    if (process.exitCode === 1) await keepLog(directory);
    await rm(directory, { recursive: true, force: true });
  }
}

// The reader of stdout may be gone, for example after Ctrl-C. The started processes must still be stopped.
process.stdout.on('error', () => undefined);

async function keepLog(directory: string): Promise<void> {
  const kept = join(tmpdir(), `${basename(directory)}.log`);
  await copyFile(join(directory, PROCESS_LOG), kept);
  say(`The processes' log is kept: ${kept}`);
}

function closeAll(): Promise<void> {
  return closings.close().catch(() => undefined);
}

await runCommand(main);
await closeAll();
// After a failure, callers may still be calling a cluster that no longer exists.
process.exit();
