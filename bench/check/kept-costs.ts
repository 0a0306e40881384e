import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { findProjectRoot } from '../../dev/start/project-root.js';

const cost = z.number().positive();

const costs = z.strictObject({ list: cost, create: cost, payout: cost, webhook: cost });

/** Purser's processor time per request divided by the bare server's, PostgreSQL's included. */
export type Costs = z.infer<typeof costs>;

const FILE = 'bench/check/kept-costs.json';

export async function readKeptCosts(): Promise<Costs> {
  return costs.parse(JSON.parse(await readFile(join(findProjectRoot(), FILE), 'utf8')));
}

/** Writes the costs and returns the path of the file. */
export async function keepCosts(measured: Costs): Promise<string> {
  await writeFile(join(findProjectRoot(), FILE), `${JSON.stringify(measured, null, 2)}\n`);
  return FILE;
}
