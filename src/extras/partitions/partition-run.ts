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
  /** Past any pooler. */
  readonly directUrl: string;
  /** The same database in the role that owns it; that of `directUrl` is then given its rights. */
  readonly ownerUrl?: string | undefined;
  /** Divides the tables that are not. */
  readonly isToBegin: boolean;
  /** After how many months what is final is detached; null for never. */
  readonly months: number | null;
  /** Called while another session migrates; or do nothing then. */
  readonly onWait: ((holderPid: number | null) => void) | 'give up';
  /** Another time than that of the database, for a history that is made up. */
  readonly growth?: Growth;
}

/** The tables that a run divided, created and detached. */
export interface PartitionReport {
  readonly divided: readonly string[];
  readonly created: readonly string[];
  readonly detached: readonly string[];
}

/**
 * Creates the partitions that are needed next, and detaches those whose time is over. Safe to repeat, and to run at
 * once on several replicas.
 *
 * @returns undefined when another session was at it
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
        // Rows of the others come all the same.
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
