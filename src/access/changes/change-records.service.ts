import { Injectable } from '@nestjs/common';
import type { Facts } from '../../desk/audit/audit-entry.js';
import { AuditLog } from '../../desk/audit/audit-log.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { type ChangeRequest, toHashText } from './domain/change-request.js';

/** Writes each step of a change request to the audit log, with the complete content and its hash. */
@Injectable()
export class ChangeRecordsService {
  constructor(private readonly audit: AuditLog) {}

  async write(
    tx: Transaction,
    verb: 'proposed' | 'confirmed' | 'declined' | 'failed',
    { kind, subject, content, contentHash, reason }: ChangeRequest,
    more: Facts = {},
  ): Promise<void> {
    await this.audit.record(tx, {
      action: `change_request.${verb}`,
      subjectType: kind,
      subjectId: subject,
      before: null,
      after: { ...content, contentHash: toHashText(contentHash), ...more },
      reason,
    });
  }
}
