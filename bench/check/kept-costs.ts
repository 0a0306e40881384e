import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { findProjectRoot } from '../../dev/start/project-root.js';

const cost = z.number().positive();

const costs = z.strictObject({ list: cost, create: cost, payout: cost, webhook: cost });

/** Purser's processor time per request divided by the bare server's, including PostgreSQL's. */
export type Costs = z.infer<typeof costs>;

const keptCosts = z.record(z.string(), costs);

const FILE = 'bench/check/kept-costs.json';

// Node 24 compiles the two servers differently from Node 20, so costs are stored for each major version of Node.
const [NODE = ''] = process.versions.node.split('.');

async function readAllCosts(): Promise<z.infer<typeof keptCosts>> {
  return keptCosts.parse(JSON.parse(await readFile(join(findProjectRoot(), FILE), 'utf8')));
}

/**
 * Reads the stored costs, to compare a change with.
 * @throws Error if none are stored for this major version of Node
 */
export async function readKeptCosts(): Promise<Costs> {
  const kept = (await readAllCosts())[NODE];
  if (!kept) throw new Error(`${FILE} has no costs for Node ${NODE}: "npm run bench -- --keep" measures them.`);
  return kept;
}

/** Stores the costs for this major version of Node. Returns the path of the file. */
export async function keepCosts(measured: Costs): Promise<string> {
  const kept = { ...(await readAllCosts()), [NODE]: measured };
  await writeFile(join(findProjectRoot(), FILE), `${JSON.stringify(kept, null, 2)}\n`);
  return FILE;
}
