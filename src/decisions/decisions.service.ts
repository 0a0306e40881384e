import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.js';
import type { Facts } from '../audit/audit-entry.js';
import { newId } from '../common/ids.js';
import type { Transaction } from '../database/transaction.js';

/** What can take two people. */
export type DecisionKind = 'PAYOUT_GATE' | 'PAYOUT_POLICY' | 'PAYOUT_LIMIT' | 'TERMINAL_PROFILE';

export interface WantedDecision {
  readonly kind: DecisionKind;
  /** What it is about: an id, or a fixed word where there is one such thing. */
  readonly subject: string;
  /** All that takes effect. What the second person sends must be the same, or they would sign something else. */
  readonly content: Facts;
  readonly reason: string;
  readonly actorId: string;
  /** Whether the actor may be the second person. */
  readonly mayConfirm: boolean;
}

export type DecisionStep =
  | { readonly kind: 'proposed' }
  /** The caller lets it take effect in the same transaction. */
  | { readonly kind: 'confirmed'; readonly proposedBy: string }
  | {
      readonly kind: 'refused';
      readonly code: 'SECOND_PERSON_NEEDED' | 'DIFFERS_FROM_PROPOSAL';
      readonly message: string;
    };

interface OpenDecision {
  readonly id: string;
  readonly content: Facts;
  readonly proposedBy: string;
  readonly isExpired: boolean;
}

// A day: long enough for a colleague in another time zone, short enough that both still know what they agreed on.
const EXPIRES_AFTER_HOURS = 24;

/**
 * Decisions that take two people. The first call proposes, the same call by somebody else confirms; whoever proposes anew
 * starts over.
 */
@Injectable()
export class DecisionsService {
  constructor(private readonly audit: AuditLog) {}

  /** Takes the next step of a decision. Calls about the same subject wait for each other until the transaction ends. */
  async take(tx: Transaction, wanted: WantedDecision): Promise<DecisionStep> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${wanted.kind}:${wanted.subject}`]);
    const open = await this.findOpen(tx, wanted);
    if (!open) return this.propose(tx, wanted);
    if (open.isExpired) {
      await this.end(tx, open.id, { as: 'EXPIRED', by: null });
      return this.propose(tx, wanted);
    }
    const isSame = isDeepStrictEqual(open.content, wanted.content);
    if (open.proposedBy === wanted.actorId) {
      if (isSame) return refused('SECOND_PERSON_NEEDED', 'You proposed this already; another person must confirm it.');
      await this.end(tx, open.id, { as: 'REPLACED', by: wanted.actorId });
      return this.propose(tx, wanted);
    }
    if (!isSame) {
      return refused('DIFFERS_FROM_PROPOSAL', 'Another person proposed something else; confirm that or decline it.');
    }
    if (!wanted.mayConfirm) return refused('SECOND_PERSON_NEEDED', 'Somebody who approves payouts must confirm it.');
    await this.end(tx, open.id, { as: 'CONFIRMED', by: wanted.actorId });
    await this.record(tx, 'confirmed', wanted);
    return { kind: 'confirmed', proposedBy: open.proposedBy };
  }

  private async findOpen(tx: Transaction, { kind, subject }: WantedDecision): Promise<OpenDecision | null> {
    const [open] = await tx.query<OpenDecision>(
      `SELECT id, content, proposed_by AS "proposedBy", expires_at <= now() AS "isExpired"
       FROM decisions WHERE kind = $1 AND subject = $2 AND ended_as IS NULL FOR UPDATE`,
      [kind, subject],
    );
    return open ?? null;
  }

  private async propose(tx: Transaction, wanted: WantedDecision): Promise<DecisionStep> {
    await tx.query(
      `INSERT INTO decisions (id, kind, subject, content, reason, proposed_by, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(hours => $7))`,
      [
        newId(),
        wanted.kind,
        wanted.subject,
        JSON.stringify(wanted.content),
        wanted.reason,
        wanted.actorId,
        EXPIRES_AFTER_HOURS,
      ],
    );
    await this.record(tx, 'proposed', wanted);
    return { kind: 'proposed' };
  }

  private async end(
    tx: Transaction,
    id: string,
    end: { readonly as: 'CONFIRMED' | 'DECLINED' | 'REPLACED' | 'EXPIRED'; readonly by: string | null },
  ): Promise<void> {
    await tx.query('UPDATE decisions SET ended_as = $2, ended_by = $3, ended_at = clock_timestamp() WHERE id = $1', [
      id,
      end.as,
      end.by,
    ]);
  }

  private async record(tx: Transaction, verb: 'proposed' | 'confirmed', wanted: WantedDecision): Promise<void> {
    await this.audit.record(tx, {
      action: `decision.${verb}`,
      subjectType: wanted.kind,
      subjectId: wanted.subject,
      before: null,
      after: wanted.content,
      reason: wanted.reason,
    });
  }
}

function refused(code: 'SECOND_PERSON_NEEDED' | 'DIFFERS_FROM_PROPOSAL', message: string): DecisionStep {
  return { kind: 'refused', code, message };
}
