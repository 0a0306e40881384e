import { newId } from '../../common/ids.js';
import { lockTables } from './lock-tables.js';
import type { OwnersConnection } from './owners-connection.js';
import { monthOf, startOfMonth } from './partition-bounds.js';
import { listPartitions, type Partition } from './partition-list.js';
import type { PartitionGroup } from './partitioned-tables.js';
import { isPartitioned, type Run } from './table-shape.js';

/** The schema for detached partitions, which are no longer part of any query, but are never deleted. */
export const DETACHED_SCHEMA = 'detached';

const SEALS = 'audit_seals';

/** How long rows are kept. */
export interface Retention {
  readonly months: number;
  readonly now: Date;
}

// Each of these rows is found by an index, however large the partition is. Final payouts are still read back for a
// while.
const HOLDS_PAYOUTS = (suffix: string): string => `
  EXISTS (SELECT FROM payouts_${suffix} WHERE next_attempt_at IS NOT NULL)
  OR EXISTS (SELECT FROM payouts_${suffix} WHERE next_check_at IS NOT NULL)
  OR EXISTS (SELECT FROM payouts_${suffix} WHERE status IN
    ('AWAITING_APPROVAL', 'APPROVED', 'SUBMITTING', 'UNCONFIRMED', 'CREATED', 'PROCESSING', 'UNRECOGNIZED'))
  OR EXISTS (SELECT FROM payouts_${suffix} WHERE updated_at >= $1)
  OR EXISTS (SELECT FROM payout_attempts_${suffix} WHERE state = 'CLAIMED')
  OR EXISTS (SELECT FROM payout_attempts_${suffix} WHERE state = 'UNKNOWN')
  OR EXISTS (SELECT FROM payout_attempts_${suffix} WHERE next_named_poll_at IS NOT NULL)
  OR EXISTS (SELECT FROM discrepancies JOIN payouts_${suffix} AS payout ON payout.id = payout_id WHERE closed_at IS NULL)
  OR EXISTS (SELECT FROM reconciliation_reads JOIN payouts_${suffix} USING (id))`;

const HOLDS_WEBHOOKS = (suffix: string): string => `
  EXISTS (SELECT FROM webhook_events_${suffix} WHERE next_try_at IS NOT NULL)
  OR EXISTS (SELECT FROM webhook_events_${suffix} WHERE greatest(last_received_at, processed_at) >= $1)`;

// The last row by number stands for all: in this order, times are at most a few seconds out of order.
const HOLDS_LINES = (suffix: string): string => `
  coalesce((SELECT occurred_at FROM status_changes_${suffix} ORDER BY id DESC LIMIT 1) >= $1, false)
  OR coalesce((SELECT occurred_at FROM desk_changes_${suffix} ORDER BY id DESC LIMIT 1) >= $1, false)
  OR coalesce((SELECT max(id) FROM status_changes_${suffix}) > (SELECT change_id FROM rollup_cursors), false)`;

// Keeps the end of the chain, where sealing continues, and all entries without a seal.
const HOLDS_AUDIT = (suffix: string): string => `
  coalesce((SELECT max(seq) FROM audit_seals_${suffix}) >= (SELECT max(seq) FROM audit_seals), false)
  OR EXISTS (SELECT FROM (SELECT incarnation, tx_id, id FROM audit_entries_${suffix}
      ORDER BY incarnation DESC, tx_id DESC, id DESC LIMIT 1) AS last
    WHERE (incarnation, tx_id, id) > ALL (
      SELECT entry_incarnation, entry_tx_id, entry_id FROM audit_seals ORDER BY seq DESC LIMIT 1))
  OR EXISTS (SELECT FROM audit_entries_${suffix} WHERE occurred_at >= $1)`;

/** SQL for whether a partition must be kept, keyed by the first table of its group. */
const HOLDS: Readonly<Record<string, (suffix: string) => string>> = {
  payouts: HOLDS_PAYOUTS,
  webhook_events: HOLDS_WEBHOOKS,
  status_changes: HOLDS_LINES,
  audit_entries: HOLDS_AUDIT,
};

/**
 * Detaches partitions that contain only rows older than the retention, and returns their names. A partition is kept if
 * it contains anything that is not final or changed recently. Webhooks, the log and the audit log describe payouts, so
 * they are detached after the payouts from the same time.
 */
export async function detachOld(
  owner: OwnersConnection,
  [payouts, ...others]: readonly PartitionGroup[],
  { months, now }: Retention,
): Promise<string[]> {
  if (!payouts || !(await isPartitioned(owner.run, 'payouts'))) return [];
  const kept = startOfMonth(now, -months);
  const detached = await detachFrom(owner, payouts, kept);
  const [oldest] = await listPartitions(owner.run, payouts);
  // The oldest partition is still the first one, which has no start: payouts from all times remain, and nothing that
  // describes them may be detached.
  if (!oldest || oldest.start === null) return detached;
  const told = monthOf('TIME_OF_ID', oldest.start);
  for (const group of others) detached.push(...(await detachFrom(owner, group, told < kept ? told : kept)));
  return detached;
}

async function detachFrom(owner: OwnersConnection, group: PartitionGroup, before: Date): Promise<string[]> {
  const detached: string[] = [];
  const partitions = await listPartitions(owner.run, group);
  // The last partition is left out, because it still receives rows.
  for (const partition of partitions.slice(0, -1)) {
    if (group.by !== 'NUMBER' && monthOf(group.by, partition.end) > before) break;
    if (await holdsAny(owner.run, group, partition, before)) break;
    const isGone = await owner.transaction((run) => detach(run, group, partition, before));
    if (!isGone) break;
    detached.push(...group.tables.map(({ name }) => `${name}_${partition.suffix}`));
  }
  return detached;
}

async function detach(run: Run, group: PartitionGroup, { suffix }: Partition, before: Date): Promise<boolean> {
  const names = group.tables.map(({ name }) => name);
  await lockTables(run, names);
  // Checked again, because something may have changed before the tables were locked. The indexes make this take only
  // milliseconds.
  if (group.by === 'TIME_OF_ID' && (await holdsAny(run, group, { suffix }, before))) return false;
  const chainEnd = names.includes(SEALS) ? await findChainEnd(run, `${SEALS}_${suffix}`) : null;
  await run(`CREATE SCHEMA IF NOT EXISTS ${DETACHED_SCHEMA}`);
  for (const name of [...names].reverse()) {
    await run(`ALTER TABLE ${name} DETACH PARTITION ${name}_${suffix}`);
    await run(`ALTER TABLE ${name}_${suffix} SET SCHEMA ${DETACHED_SCHEMA}`);
  }
  const after = { tables: names.map((name) => `${name}_${suffix}`), ...(chainEnd && { chainEnd }) };
  await run(
    `INSERT INTO audit_entries (id, action, subject_type, subject_id, after, actor_kind)
     VALUES ($1, 'partition.detached', 'DATABASE', $2, $3, 'PURSER')`,
    [newId(), names[0], JSON.stringify(after)],
  );
  return true;
}

/** Finds the last seal in the detached partitions. Verification of the chain will start after it. */
async function findChainEnd(run: Run, seals: string): Promise<{ seq: number; hash: string } | null> {
  const [last] = await run<{ seq: string; hash: string }>(
    `SELECT seq, encode(hash, 'hex') AS hash FROM ${seals} ORDER BY seq DESC LIMIT 1`,
  );
  return last ? { seq: Number(last.seq), hash: last.hash } : null;
}

async function holdsAny(
  run: Run,
  { tables }: PartitionGroup,
  { suffix }: Pick<Partition, 'suffix'>,
  before: Date,
): Promise<boolean> {
  const holds = HOLDS[tables[0]?.name ?? ''];
  if (!holds) return true;
  const [row] = await run<{ holds: boolean }>(`SELECT ${holds(suffix)} AS holds`, [before]);
  return row?.holds !== false;
}
