import type { DataSource } from 'typeorm';
import { listRowsOfEach } from '../../../platform/database/persistence/rows-of-each.sql.js';
import { AuditEntryEntity } from './audit-entry.entity.js';

// More than anyone compares.
const MAX_OF_EACH = 50;

/** Lists the latest entries of one action for each of several subjects, the oldest first. */
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
