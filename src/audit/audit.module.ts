import { Global, Module } from '@nestjs/common';
import { AuditAnchors } from './audit-anchors.js';
import { AuditDelay } from './audit-delay.js';
import { AuditLog } from './audit-log.js';
import { AuditSealer } from './audit-sealer.js';
import { AuditSchedule } from './audit.schedule.js';

@Global()
@Module({ providers: [AuditLog, AuditSealer, AuditAnchors, AuditDelay, AuditSchedule], exports: [AuditLog] })
export class AuditModule {}
