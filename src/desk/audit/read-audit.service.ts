import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Connection } from '../../platform/graphql/connection/connection.js';
import { sortKeyOf } from '../../platform/graphql/connection/keyset-list.js';
import type { PageArguments } from '../../platform/graphql/connection/page-arguments.js';
import { type PageRequest, toPageRequest } from '../../platform/graphql/connection/page-request.js';
import type { Facts } from './audit-entry.js';
import { AuditLog } from './audit-log.js';
import {
  AuditEntriesPageQuery,
  type AuditEntryCriteria,
  type AuditEntryRow,
  NEWEST_FIRST,
} from './persistence/audit-entries-page.query.js';

/** Returns the audit log, after recording who reads it: once per page or single entry. */
@Injectable()
export class ReadAuditService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly pages: AuditEntriesPageQuery,
  ) {}

  async page<Node>(
    criteria: AuditEntryCriteria,
    args: PageArguments,
    toNode: (entry: AuditEntryRow) => Node,
  ): Promise<Connection<Node>> {
    const page = toPageRequest(args, sortKeyOf(NEWEST_FIRST));
    await this.record(factsOf(criteria, page));
    return this.pages.page(criteria, args, toNode);
  }

  async find(id: string): Promise<AuditEntryRow | null> {
    await this.record({ id });
    return this.pages.find(id);
  }

  private async record(asked: Facts): Promise<void> {
    await this.unitOfWork.run((tx) =>
      this.audit.record(tx, {
        action: 'audit.read',
        subjectType: 'AUDIT',
        subjectId: null,
        before: null,
        after: asked,
        reason: null,
      }),
    );
  }
}

function factsOf(criteria: AuditEntryCriteria, page: PageRequest): Facts {
  const asked = Object.entries({ ...criteria, limit: page.limit, from: page.cursor?.id ?? null }).filter(
    (entry): entry is [string, string | number | Date] => (entry[1] ?? null) !== null,
  );
  return Object.fromEntries(asked.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]));
}
