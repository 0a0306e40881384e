import { Module } from '@nestjs/common';
import { AuditEntriesResolver } from './graphql/audit-entries.resolver.js';
import { AuditEntriesPageQuery } from './persistence/audit-entries-page.query.js';
import { ReadAuditService } from './read-audit.service.js';

@Module({ providers: [AuditEntriesPageQuery, ReadAuditService, AuditEntriesResolver] })
export class AuditViewModule {}
