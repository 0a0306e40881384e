import { Args, Query, Resolver } from '@nestjs/graphql';
import type { Connection } from '../../graphql/connection/connection.js';
import { Requires } from '../../scopes/requires.decorator.js';
import { ReadAuditService } from '../read-audit.service.js';
import { AuditEntriesArguments } from './audit-entries-arguments.js';
import { AuditEntryConnectionModel, AuditEntryModel, toAuditEntryModel } from './audit-entry.model.js';

@Resolver(() => AuditEntryModel)
export class AuditEntriesResolver {
  constructor(private readonly audit: ReadAuditService) {}

  @Query(() => AuditEntryConnectionModel, {
    description: 'Actions and their actors, the newest first, in pages; reading them is recorded too.',
  })
  @Requires('audit:read')
  async auditEntries(@Args() args: AuditEntriesArguments): Promise<Connection<AuditEntryModel>> {
    return this.audit.page(args.filter ?? {}, args, toAuditEntryModel);
  }
}
