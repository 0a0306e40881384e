import { Args, Query, Resolver } from '@nestjs/graphql';
import { type Connection, toConnection } from '../../graphql/connection/connection.js';
import { toPageRequest } from '../../graphql/connection/page-request.js';
import { Requires } from '../../scopes/requires.decorator.js';
import { AUDIT_ENTRIES_SORT, positionOfEntry } from '../persistence/audit-entries-page.query.js';
import { ReadAuditService } from '../read-audit.service.js';
import { AuditEntriesArguments, toAuditEntryCriteria } from './audit-entries.arguments.js';
import { AuditEntryConnectionModel, AuditEntryModel, toAuditEntryModel } from './audit-entry.model.js';

@Resolver(() => AuditEntryModel)
export class AuditEntriesResolver {
  constructor(private readonly audit: ReadAuditService) {}

  @Query(() => AuditEntryConnectionModel, {
    description: 'What was done and by whom, the newest first, in pages; reading it is recorded too.',
  })
  @Requires('audit:read')
  async auditEntries(@Args() args: AuditEntriesArguments): Promise<Connection<AuditEntryModel>> {
    const criteria = toAuditEntryCriteria(args.filter);
    const page = toPageRequest(args, AUDIT_ENTRIES_SORT);
    return toConnection({
      page,
      sort: AUDIT_ENTRIES_SORT,
      rows: await this.audit.list(criteria, page),
      positionOf: positionOfEntry,
      toNode: toAuditEntryModel,
      countAll: () => this.audit.count(criteria),
    });
  }
}
