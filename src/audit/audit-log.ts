import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids.js';
import type { Transaction } from '../database/transaction.js';
import { type CurrentRequest, currentRequest } from '../graphql/current-request.js';
import type { AuditActorKind, NewAuditEntry } from './audit-entry.js';

/** Who did what. Written in the transaction of what it records: one is never there without the other. */
@Injectable()
export class AuditLog {
  async record(tx: Transaction, entry: NewAuditEntry): Promise<void> {
    const request = currentRequest();
    await tx.query(
      `INSERT INTO audit_entries (id, action, subject_type, subject_id, before, after, reason, actor_id, actor_name,
         actor_kind, operation, request_id, client_address)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        newId(),
        entry.action,
        entry.subjectType,
        entry.subjectId,
        entry.before && JSON.stringify(entry.before),
        entry.after && JSON.stringify(entry.after),
        entry.reason,
        request?.caller?.id ?? null,
        request?.caller?.name ?? null,
        actorKindOf(request),
        request?.operation ?? null,
        request?.requestId ?? null,
        request?.clientAddress ?? null,
      ],
    );
  }
}

function actorKindOf(request: CurrentRequest | null): AuditActorKind {
  return request?.caller?.kind ?? 'PURSER';
}
