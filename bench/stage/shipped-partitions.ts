import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProjectRoot } from '../../dev/start/project-root.js';

interface PartitionRun {
  readonly directUrl: string;
  readonly isToBegin: boolean;
  readonly months: number | null;
  readonly onWait: 'give up';
  readonly growth: { readonly now: Date; readonly lastNumber: number };
}

// The exports of a file in dist/. The file is imported by path, because the bench measures the shipped code.
interface PartitionRunFile {
  readonly runPartitions: (run: PartitionRun) => Promise<unknown>;
}

/** Divides the tables of a database as `npm run partitions -- --begin` does, as if this many months ago. */
export async function dividePast(directUrl: string, months: number, lastNumber: number): Promise<void> {
  const file = join(findProjectRoot(), 'dist/extras/partitions/partition-run.js');
  if (!existsSync(file)) throw new Error(`${file} is missing: run "npm run build" first.`);
  const { runPartitions } = (await import(pathToFileURL(file).href)) as PartitionRunFile;
  const run = { directUrl, months: null, onWait: 'give up' } as const;
  const now = new Date();
  const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  await runPartitions({ ...run, isToBegin: true, growth: { now: then, lastNumber: 0 } });
  await runPartitions({ ...run, isToBegin: false, growth: { now, lastNumber } });
}
