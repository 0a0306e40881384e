import { Injectable } from '@nestjs/common';
import { CurrentAuthority } from '../../access/authority/current-authority.js';
import { AuditLog } from '../audit/audit-log.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { CardSubject } from './domain/card-subject.js';
import { CardCountsRepository } from './persistence/card-counts.sql.js';
import type { Refusal } from '../../common/refusal.js';

export type LiftCardBlockRefusalCode = 'NOT_BLOCKED';

export interface LiftCardBlockResult {
  readonly refusal: Refusal<LiftCardBlockRefusalCode> | null;
}

/**
 * Ends a card block before its time is up. One person is enough, because no money moves, and the audit log records who
 * it was.
 */
@Injectable()
export class LiftCardBlockService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly counts: CardCountsRepository,
    private readonly authority: CurrentAuthority,
    private readonly audit: AuditLog,
  ) {}

  /** Also deletes the counts, because otherwise the next unpaid card would block the subject again. */
  async lift(subject: CardSubject, reason: string): Promise<LiftCardBlockResult> {
    return this.unitOfWork.run(async (tx): Promise<LiftCardBlockResult> => {
      await this.authority.assertHeld(tx);
      const count = await this.counts.unblock(tx, subject);
      if (!count) return { refusal: { code: 'NOT_BLOCKED', message: `No cards are blocked for ${subject} now.` } };
      const { cards, paid, declined, blockedUntil } = count;
      await this.audit.record(tx, {
        action: 'card_block.lifted',
        subjectType: 'CARD_BLOCK',
        subjectId: subject,
        before: { cards, paid, declined, blockedUntil: blockedUntil.toISOString() },
        after: null,
        reason,
      });
      return { refusal: null };
    });
  }
}
