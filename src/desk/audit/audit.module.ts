import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../../platform/database/api-reads.js';
import { AuditAnchors } from './audit-anchors.js';
import { AuditDelay } from './audit-delay.js';
import { AuditLog } from './audit-log.js';
import { AuditSealer } from './audit-sealer.js';
import { AuditSchedule } from './audit.schedule.js';
import { AuditEntriesResolver } from './graphql/audit-entries.resolver.js';
import { AuditSealResolver } from './graphql/audit-seal.resolver.js';
import { SealCheckQuery } from './persistence/seal-check.query.js';
import { AuditEntriesPageQuery } from './persistence/audit-entries-page.query.js';
import { AuditEntryEntity } from './persistence/audit-entry.entity.js';
import { AuditSealEntity } from './persistence/audit-seal.entity.js';
import { ReadAuditService } from './read-audit.service.js';
import { RecordedPurges } from './recorded-purges.js';

@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([AuditEntryEntity, AuditSealEntity]),
    TypeOrmModule.forFeature([AuditEntryEntity, AuditSealEntity], READS),
  ],
  providers: [
    AuditLog,
    RecordedPurges,
    AuditSealer,
    AuditAnchors,
    AuditDelay,
    AuditSchedule,
    AuditEntriesPageQuery,
    ReadAuditService,
    AuditEntriesResolver,
    SealCheckQuery,
    AuditSealResolver,
  ],
  exports: [AuditLog, AuditEntriesPageQuery, RecordedPurges],
})
export class AuditModule {}
