import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { currentRequest } from '../../platform/graphql/current-request.js';
import type { NewAuditEntry } from './audit-entry.js';
import { insertAuditEntry } from './persistence/audit-entries.sql.js';

/** Records who did what, in the same transaction as the action, so that neither exists without the other. */
@Injectable()
export class AuditLog {
  async record(tx: Transaction, entry: NewAuditEntry): Promise<void> {
    const { caller, operation, requestId, clientAddress } = currentRequest() ?? {};
    await insertAuditEntry(tx, entry, {
      id: caller?.id ?? null,
      name: caller?.name ?? null,
      kind: caller?.kind ?? 'PURSER',
      operation: operation ?? null,
      requestId: requestId ?? null,
      clientAddress: clientAddress ?? null,
    });
  }
}
