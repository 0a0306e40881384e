import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { readDivision } from './division.js';
import { runPartitions } from './partition-run.js';

// A partition lasts for a month or for ten million log entries, so once an hour is often enough.
const KEEP_EVERY_MS = 3_600_000;

/**
 * Maintains the partitions of partitioned tables: creates them in advance, and detaches old ones if a retention is
 * configured. Needs the role that owns the tables; without it, only raises an alarm if partitions are missing.
 */
@Injectable()
export class PartitionsSchedule {
  readonly #logger = new Logger(PartitionsSchedule.name);
  /**
   * The result of the previous check an hour ago. A run that is still in progress takes only minutes, so one that is
   * unfinished at two checks in a row was killed.
   */
  #wasUnfinished = false;

  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
    private readonly alarms: Alarms,
  ) {}

  @RunEvery(KEEP_EVERY_MS, 'partitions.keep')
  async keep(): Promise<void> {
    const { isDivided, isUnfinished, isOwner } = await readDivision(this.dataSource);
    const isAble = isOwner || this.config.database.ownerUrl !== null;
    try {
      if (isAble && (isDivided || isUnfinished)) await this.run();
    } finally {
      // Called even after a failed run, to report what the run left undone.
      await this.tell();
    }
  }

  private async run(): Promise<void> {
    const { directUrl, ownerUrl } = this.config.database;
    const report = await runPartitions({
      directUrl: directUrl.reveal(),
      ownerUrl: ownerUrl?.reveal(),
      isToBegin: false,
      months: this.config.retention.partitionMonths,
      onWait: 'give up',
    });
    if (report && report.created.length + report.detached.length > 0) {
      this.#logger.log({ event: 'partitions_kept', ...report });
    }
  }

  private async tell(): Promise<void> {
    const { groups, isUnfinished } = await readDivision(this.dataSource);
    for (const { table, end, isNear, hasRowsBeyond } of groups) {
      if (isNear || hasRowsBeyond) this.alarms.raise('partitions_missing', { table, end, hasRowsBeyond });
    }
    if (isUnfinished && this.#wasUnfinished) this.alarms.raise('partitions_unfinished', {});
    this.#wasUnfinished = isUnfinished;
  }
}
