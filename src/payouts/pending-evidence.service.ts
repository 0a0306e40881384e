import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/transaction.js';
import {
  WebhookEvidenceRepository,
  type EvidenceSubject,
} from '../webhooks/persistence/webhook-evidence.repository.js';
import { WebhooksSchedule } from '../webhooks/webhooks.schedule.js';
import { PayoutEvidenceService } from './payout-evidence.service.js';
import type { LockedAttempt } from './payout-settlement.service.js';
import type { PayoutAttemptEntity } from './persistence/payout-attempt.entity.js';
import { PayoutEvidenceRepository } from './persistence/payout-evidence.repository.js';

/** What is known of an attempt and not settled as another's: people must not say over it that it was never sent. */
@Injectable()
export class PendingEvidenceService {
  constructor(
    private readonly records: PayoutEvidenceRepository,
    private readonly evidence: PayoutEvidenceService,
    private readonly webhooks: WebhookEvidenceRepository,
    private readonly schedule: WebhooksSchedule,
  ) {}

  /**
   * The webhooks at the attempt's own address, and those about an id that was named for it, which are not another
   * payout's, in words; null when there are none. They are read back once more, at once.
   */
  async findWebhooks(tx: Transaction, locked: LockedAttempt): Promise<string | null> {
    const about = await this.subjectOf(tx, locked);
    const unsettled = await this.webhooks.findUnsettled(tx, about);
    if (unsettled.length === 0) return null;
    await this.makeDue(tx, about);
    return unsettled
      .map(({ id, state, providerObjectId }) => `webhook ${id} (${state}) about ${providerObjectId ?? 'no id'}`)
      .join(', ');
  }

  /** Has all webhooks about an attempt dealt with once more. */
  async replayWebhooks(tx: Transaction, locked: LockedAttempt): Promise<void> {
    await this.makeDue(tx, await this.subjectOf(tx, locked));
  }

  /** The ids that were named for an attempt. */
  async findNamedIds(tx: Transaction, { payout, attempt }: LockedAttempt): Promise<string[]> {
    return this.records.findNamedIds(tx, { payoutId: payout.id, attemptId: attempt.id });
  }

  /**
   * Reads the ids back that were named for an attempt. What shows its callback address is bound; those that are there or
   * cannot be read, and are not another's, are returned in words.
   */
  async readNamed(attempt: PayoutAttemptEntity, ids: readonly string[]): Promise<string | null> {
    const pending: string[] = [];
    for (const id of ids) {
      const words = await this.readOne(attempt, id);
      if (words !== null) pending.push(words);
    }
    return pending.length === 0 ? null : pending.join(', ');
  }

  private async readOne(attempt: PayoutAttemptEntity, id: string): Promise<string | null> {
    const named = { providerPayoutId: id, by: 'RESPONSE_UNUSABLE', cause: 'OPERATOR' } as const;
    const result = await this.evidence.bindAttempt(attempt, named);
    switch (result.kind) {
      case 'unavailable':
        return `${id}, which could not be read back (${result.reason})`;
      case 'no_match':
      case 'taken':
        return (await this.evidence.isAnothers(attempt, result)) ? null : `${id}, which the payment service has`;
      case 'absent':
      case 'bound':
      case 'already_bound':
      case 'duplicate':
        return null;
    }
  }

  private async subjectOf(tx: Transaction, locked: LockedAttempt): Promise<EvidenceSubject> {
    const providerObjectIds = await this.findNamedIds(tx, locked);
    return { attemptId: locked.attempt.id, providerObjectIds, subjectId: locked.payout.id };
  }

  private async makeDue(tx: Transaction, about: EvidenceSubject): Promise<void> {
    await this.webhooks.makeDue(tx, about);
    tx.afterCommit(() => {
      this.schedule.wake('payouts');
    });
  }
}
