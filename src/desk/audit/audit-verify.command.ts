import { parseArgs } from 'node:util';
import pg from 'pg';
import { readAnchors } from './anchor-reader.js';
import type { ChainHead } from './audit-chain.js';
import { type ChainReport, verifyAuditChain } from './audit-chain-verifier.js';
import type { ReadRows } from './persistence/chain-start.sql.js';
import { ConfigError, loadDatabaseUrl } from '../../platform/config/config.js';

const INTACT = 0;
const PROBLEMS_FOUND = 1;
const NOT_VERIFIED = 2;

/** Verification could not be run. The message may be shown. */
class UsageError extends Error {}

/**
 * `node dist/commands/audit-verify.cjs [--anchors FILE] [--from NUMBER:HASH]` verifies the audit log; see
 * docs/operations/audit-log.md.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { anchors: { type: 'string' }, from: { type: 'string' } } });
  const from = values.from === undefined ? undefined : parsePlace(values.from);
  // Read before the chain, because new anchors may be written while the chain is read.
  const anchors = values.anchors === undefined ? undefined : await readAnchors(values.anchors);
  if (anchors?.size === 0) throw new UsageError('There is no anchor in the file of --anchors.');
  const client = new pg.Client({
    connectionString: loadDatabaseUrl().reveal(),
    application_name: 'purser-audit-verify',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    const read: ReadRows = async <Row>(sql: string, parameters: readonly unknown[]) =>
      (await client.query(sql, [...parameters])).rows as Row[];
    const report = await verifyAuditChain(read, { anchors, from });
    process.stdout.write(`${describe(report, anchors?.size)}\n`);
    return report.problemCount === 0 ? INTACT : PROBLEMS_FOUND;
  } finally {
    await client.end();
  }
}

const PLACE = /^(\d{1,15}):([0-9a-f]{64})$/;

function parsePlace(text: string): ChainHead {
  const [, seq, hash] = PLACE.exec(text) ?? [];
  if (seq === undefined || hash === undefined) {
    throw new UsageError('--from is not a number in the chain and its hash in hex, with a colon between them.');
  }
  return { seq: Number(seq), hash: Buffer.from(hash, 'hex') };
}

function describe(report: ChainReport, anchors: number | undefined): string {
  const { start, head, unsealed, problems, problemCount } = report;
  return [
    ...problems.map(({ kind, seq, message }) => `${kind} ${seq === null ? '' : `at ${seq}`}: ${message}`),
    ...(problemCount > problems.length ? [`and ${problemCount - problems.length} more`] : []),
    ...(start.seq > 0 ? [`Verified behind ${start.seq}; entries before are not part of it.`] : []),
    head ? `The chain has ${head.seq} entries and ends with ${head.hash.toString('hex')}.` : 'Nothing is sealed.',
    `Not sealed yet: ${unsealed}.`,
    anchors === undefined
      ? 'Without --anchors, a tail that was cut off is not seen.'
      : `Of ${anchors} anchored places ${report.anchorsMet} are in the chain.`,
    problemCount === 0 ? 'The audit log is intact.' : `Problems found: ${problemCount}.`,
  ].join('\n');
}

main().then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    process.stderr.write(`The audit log was not verified: ${explain(error)}\n`);
    process.exitCode = NOT_VERIFIED;
  },
);

/** Hides messages from the database, because they may quote stored data. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UsageError) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}
