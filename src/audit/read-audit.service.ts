import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { PageRequest } from '../graphql/connection/page-request.js';
import type { Facts } from './audit-entry.js';
import { AuditLog } from './audit-log.js';
import {
  AuditEntriesPageQuery,
  type AuditEntryCriteria,
  type AuditEntryRow,
} from './persistence/audit-entries-page.query.js';

/** Shows the audit log, and records who looked at it: before anything is shown, once for each page. */
@Injectable()
export class ReadAuditService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly pages: AuditEntriesPageQuery,
  ) {}

  async list(criteria: AuditEntryCriteria, page: PageRequest): Promise<AuditEntryRow[]> {
    await this.unitOfWork.run((tx) =>
      this.audit.record(tx, {
        action: 'audit.read',
        subjectType: 'AUDIT',
        subjectId: null,
        before: null,
        after: factsOf(criteria, page),
        reason: null,
      }),
    );
    return this.pages.list(criteria, page);
  }

  count(criteria: AuditEntryCriteria): Promise<number> {
    return this.pages.count(criteria);
  }
}

/** What was looked for; what was not asked for is left out. */
function factsOf(criteria: AuditEntryCriteria, page: PageRequest): Facts {
  const asked = Object.entries({ ...criteria, limit: page.limit, from: page.cursor?.id ?? null }).filter(
    (entry): entry is [string, string | number | Date] => entry[1] !== null,
  );
  return Object.fromEntries(asked.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]));
}
