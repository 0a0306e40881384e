import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../desk/audit/audit-log.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { factsOf } from './domain/api-key-facts.js';
import type { ApiKeyEntity } from './persistence/api-key.entity.js';

@Injectable()
export class ApiKeyRecordsService {
  constructor(private readonly audit: AuditLog) {}

  async write(
    tx: Transaction,
    verb: 'created' | 'confirmed' | 'rotated' | 'revoked',
    key: ApiKeyEntity,
    { reason = null, ...more }: { readonly reason?: string | null; readonly overlapHours?: number } = {},
  ): Promise<void> {
    await this.audit.record(tx, {
      action: `api_key.${verb}`,
      subjectType: 'API_KEY',
      subjectId: key.id,
      before: null,
      after: { ...factsOf(key), ...more },
      reason,
    });
  }
}
