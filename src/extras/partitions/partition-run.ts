import { findRole, grantRights } from '../../platform/database/connection/application-role.js';
import { migrationDataSource } from '../../platform/database/connection/data-source.js';
import { withMigrationLock } from '../../platform/database/connection/migration-lock.js';
import { beginPartitions } from './begin-partitions.js';
import { detachOld } from './detach-partitions.js';
import { createAhead, readGrowth } from './keep-partitions.js';
import type { Growth } from './partition-bounds.js';
import { ownersConnection } from './owners-connection.js';
import { PARTITION_GROUPS } from './partitioned-tables.js';
import type { Run } from './table-shape.js';

export interface PartitionRun {
  /** An address that bypasses any pooler. */
  readonly directUrl: string;
  /** Address of the same database as the role that owns it; the role of `directUrl` is then granted its rights. */
  readonly ownerUrl?: string | undefined;
  /** Whether to partition tables that are not partitioned yet. */
  readonly isToBegin: boolean;
  /** Number of months after which final rows are detached; null for never. */
  readonly months: number | null;
  /** Called while another session migrates the database. 'give up' ends the run instead. */
  readonly onWait: ((holderPid: number | null) => void) | 'give up';
  /** Overrides the current time and the last number in the database, in order to simulate a long history. */
  readonly growth?: Growth;
}

/** The tables that a run partitioned, and the partitions that it created or detached. */
export interface PartitionReport {
  readonly divided: readonly string[];
  readonly created: readonly string[];
  readonly detached: readonly string[];
}

/**
 * Creates the partitions that are needed next, and detaches those past the retention. Safe to repeat, and to run on
 * several replicas at the same time.
 * @returns undefined if another session was running it already
 */
export async function runPartitions({
  directUrl,
  ownerUrl,
  isToBegin,
  months,
  onWait,
  growth: wanted,
}: PartitionRun): Promise<PartitionReport | undefined> {
  const role = ownerUrl === undefined ? null : await findRole(directUrl);
  const dataSource = migrationDataSource(ownerUrl ?? directUrl, []);
  await dataSource.initialize();
  try {
    const owner = ownersConnection(dataSource);
    const grant = async (run: Run): Promise<void> => {
      if (role !== null) await grantRights({ query: async <Rows>(sql: string) => (await run(sql)) as Rows }, role);
    };
    return await withMigrationLock(dataSource, onWait, async () => {
      const growth = wanted ?? (await readGrowth(owner.run));
      const report = { divided: [] as string[], created: [] as string[], detached: [] as string[] };
      const failures: unknown[] = [];
      for (const group of PARTITION_GROUPS) {
        const names = group.tables.map(({ name }) => name);
        if (isToBegin && (await beginPartitions(owner, group, growth, grant))) report.divided.push(...names);
        // A failure must not stop the other groups, which keep receiving rows.
        const created = await createAhead(owner, group, growth).catch((error: unknown) => {
          failures.push(error);
          return [];
        });
        report.created.push(...created);
      }
      if (failures.length > 0) throw failures[0];
      if (months !== null) {
        report.detached.push(...(await detachOld(owner, PARTITION_GROUPS, { months, now: growth.now })));
      }
      return report;
    });
  } finally {
    await dataSource.destroy();
  }
}
