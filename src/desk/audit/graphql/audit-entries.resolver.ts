import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import type { Connection } from '../../../platform/graphql/connection/connection.js';
import { ParseId } from '../../../platform/graphql/validation/parse-id.js';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import { ReadAuditService } from '../read-audit.service.js';
import { AuditEntriesArguments } from './audit-entries-arguments.js';
import { AuditEntryConnectionModel, AuditEntryModel, toAuditEntryModel } from './audit-entry.model.js';

@Resolver(() => AuditEntryModel)
export class AuditEntriesResolver {
  constructor(private readonly audit: ReadAuditService) {}

  @Query(() => AuditEntryModel, {
    nullable: true,
    description: 'One audit entry; null if there is none with this id. Reading it is itself recorded.',
  })
  @Requires('audit:read')
  async auditEntry(
    @Args('id', { type: () => ID, description: "Purser's id for the audit entry." }, ParseId) id: string,
  ): Promise<AuditEntryModel | null> {
    const entry = await this.audit.find(id);
    return entry && toAuditEntryModel(entry);
  }

  @Query(() => AuditEntryConnectionModel, {
    description: 'Audit entries, newest first, in pages. Reading them is itself recorded.',
  })
  @Requires('audit:read')
  async auditEntries(@Args() args: AuditEntriesArguments): Promise<Connection<AuditEntryModel>> {
    return this.audit.page(args.filter ?? {}, args, toAuditEntryModel);
  }
}
