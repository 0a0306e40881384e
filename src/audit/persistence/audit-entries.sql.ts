import { newId } from '../../common/ids.js';
import type { Transaction } from '../../database/transaction.js';
import type { AuditActorKind, NewAuditEntry } from '../audit-entry.js';

/** Who did it, from where and by what. */
export interface AuditActor {
  readonly id: string | null;
  readonly name: string | null;
  readonly kind: AuditActorKind;
  readonly operation: string | null;
  readonly requestId: string | null;
  readonly clientAddress: string | null;
}

/** In SQL, since every order and payout pays for it, and TypeORM takes more than twice as long. */
export async function insertAuditEntry(tx: Transaction, entry: NewAuditEntry, actor: AuditActor): Promise<void> {
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
      actor.id,
      actor.name,
      actor.kind,
      actor.operation,
      actor.requestId,
      actor.clientAddress,
    ],
  );
}
