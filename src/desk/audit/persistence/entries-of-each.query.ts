import type { DataSource } from 'typeorm';
import { listRowsOfEach } from '../../../platform/database/persistence/rows-of-each.sql.js';
import { AuditEntryEntity } from './audit-entry.entity.js';

// More than anybody compares.
const MAX_OF_EACH = 50;

/** The entries of one action about several subjects, the latest of each, oldest first. */
export function listEntriesOfEach(
  reads: DataSource,
  { action, subjectIds }: { readonly action: 'payout.changed'; readonly subjectIds: readonly string[] },
): Promise<AuditEntryEntity[]> {
  return listRowsOfEach(reads, AuditEntryEntity, {
    of: 'subjectId',
    ids: subjectIds,
    orderBy: 'occurredAt',
    limit: MAX_OF_EACH,
    keep: 'last',
    only: `action = '${action}'`,
  });
}
