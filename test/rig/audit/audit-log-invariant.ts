import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { findProjectRoot } from '../../../dev/start/project-root.js';
import type { Finding } from './finding.js';
import type { PurserTables } from './purser-tables.js';

const run = promisify(execFile);

/**
 * Verifies the audit log as its operator would, with the shipped command: none of Purser's code is compiled into the
 * campaign. Also checks that the log contains every payout exactly once.
 */
export async function checkAuditLog({
  tables,
  databaseUrl,
  anchorFile,
}: {
  readonly tables: PurserTables;
  readonly databaseUrl: string;
  readonly anchorFile: string;
}): Promise<Finding> {
  const times = new Map<string, number>();
  for (const id of tables.auditedIds) times.set(id, (times.get(id) ?? 0) + 1);
  const miscounted = tables.payouts.filter(({ id }) => times.get(id) !== 1);
  const anchors = readFileSync(anchorFile, 'utf8').split('\n').length - 1;
  const verifier = `${findProjectRoot()}/dist/commands/audit-verify.cjs`;
  const found = await run(process.execPath, [verifier, '--anchors', anchorFile], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  }).then(
    () => [],
    // The command exited with an error. Its output contains the findings.
    (error: unknown) => [String(typeof error === 'object' && error && 'stdout' in error ? error.stdout : error)],
  );
  return {
    id: 'I11',
    holds: 'the audit log names each payout, its chain verifies, its anchors match',
    checked: Math.min(tables.payouts.length, anchors),
    violations: [
      ...miscounted.map(({ id }) => `payout ${id} is in the audit log ${times.get(id) ?? 0} times`),
      ...found,
    ],
  };
}
