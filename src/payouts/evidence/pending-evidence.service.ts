import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { Alarms } from '../../platform/observability/alarms.js';
import {
  WebhookEvidenceRepository,
  type EvidenceSubject,
  type PendingWebhook,
} from '../../webhooks/persistence/webhook-evidence.sql.js';
import { PayoutEvidenceService } from './payout-evidence.service.js';
import type { LockedAttempt } from '../core/persistence/payout-attempts.repository.js';
import type { PayoutAttemptEntity } from '../core/persistence/payout-attempt.entity.js';
import { type AttemptOfPayout, PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import { PayoutEvidenceRepository } from './persistence/payout-evidence.repository.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { Ticks } from '../../platform/scheduling/ticks.js';

// The alarm repeats, because only people can resolve it, and the person who saw the last one may be off duty.
const ALARM_EVERY_MS = 3_600_000;

/** The state of the webhooks about an attempt. Webhooks about another payout do not count. */
export type WebhooksAbout =
  /** A webhook may still be read, or cannot be read and was not acknowledged. `details` describes these webhooks. */
  | { readonly kind: 'pending'; readonly details: string }
  /** An acknowledged id does not belong to an unreadable webhook about the attempt. */
  | { readonly kind: 'misnamed'; readonly id: string }
  /**
   * All webhooks are unreadable and acknowledged. `providerIds` are the provider payouts that they name, as far as
   * known.
   */
  | { readonly kind: 'acknowledged'; readonly providerIds: readonly string[] };

// If there are more unconfirmed payouts, another alarm is raised, and people start with the oldest ones.
const MAX_UNKNOWN = 100;

/** Finds evidence that an attempt which is about to be closed as never sent may have been sent. */
@Injectable()
export class PendingEvidenceService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly records: PayoutEvidenceRepository,
    private readonly evidence: PayoutEvidenceService,
    private readonly webhooks: WebhookEvidenceRepository,
    private readonly ticks: Ticks,
    private readonly alarms: Alarms,
  ) {}

  /**
   * Finds the webhooks at the attempt's own address and those with an id that was named for the attempt, except those
   * about another payout. Schedules the readable ones to be processed again.
   * @param acknowledged ids of unreadable webhooks that people know about
   */
  async findWebhooks(
    tx: Transaction,
    { attempt }: LockedAttempt,
    acknowledged: readonly string[],
  ): Promise<WebhooksAbout> {
    const about = await this.subjectOf(tx, attempt);
    const pendingWebhooks = await this.webhooks.findPending(tx, about, acknowledged);
    const open = pendingWebhooks.filter(({ id, isUnreadable }) => !isUnreadable || !acknowledged.includes(id));
    if (open.length > 0) {
      await this.makeDue(tx, about, { isUnreadableToo: false });
      return { kind: 'pending', details: open.map(describe).join(', ') };
    }
    const misnamed = acknowledged.find((id) => !pendingWebhooks.some((webhook) => webhook.id === id));
    if (misnamed !== undefined) return { kind: 'misnamed', id: misnamed };
    return {
      kind: 'acknowledged',
      providerIds: pendingWebhooks.flatMap(({ providerObjectId }) => providerObjectId ?? []),
    };
  }

  async replayWebhooks(tx: Transaction, { attempt }: LockedAttempt): Promise<void> {
    await this.makeDue(tx, await this.subjectOf(tx, attempt), { isUnreadableToo: true });
  }

  /**
   * Raises an alarm for each unconfirmed payout with an unreadable webhook, because only people can decide what it
   * means.
   */
  @RunEvery(ALARM_EVERY_MS, 'payouts.unreadable')
  async alarmUnreadable(): Promise<void> {
    for (const attempt of await this.attempts.findUnknown(MAX_UNKNOWN)) {
      const [unreadable] = await this.unitOfWork.run(async (tx) => {
        const pendingWebhooks = await this.webhooks.findPending(tx, await this.subjectOf(tx, attempt));
        return pendingWebhooks.filter(({ isUnreadable }) => isUnreadable);
      });
      if (!unreadable) continue;
      this.alarms.raise('payout_evidence_unreadable', { payoutId: attempt.payoutId, eventId: unreadable.id });
    }
  }

  async findNamedIds(tx: Transaction, { id, payoutId }: AttemptOfPayout): Promise<string[]> {
    return this.records.findNamedIds(tx, { payoutId, attemptId: id });
  }

  /**
   * Reads back the ids that were named for an attempt, and binds an id that shows the attempt's callback address.
   * Returns a text that lists the ids that exist or cannot be read, except those of other attempts; null if there are
   * none.
   */
  async readNamed(attempt: PayoutAttemptEntity, ids: readonly string[]): Promise<string | null> {
    const pending: string[] = [];
    for (const id of ids) {
      const details = await this.readOne(attempt, id);
      if (details !== null) pending.push(details);
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
        return (await this.evidence.isAnothers(attempt, result)) ? null : `${id}, which the provider has`;
      case 'absent':
      case 'bound':
      case 'already_bound':
      case 'duplicate':
        return null;
    }
  }

  private async subjectOf(tx: Transaction, attempt: AttemptOfPayout): Promise<EvidenceSubject> {
    const providerObjectIds = await this.findNamedIds(tx, attempt);
    return { attemptId: attempt.id, providerObjectIds, subjectId: attempt.payoutId };
  }

  private async makeDue(
    tx: Transaction,
    about: EvidenceSubject,
    which: { readonly isUnreadableToo: boolean },
  ): Promise<void> {
    await this.webhooks.makeDue(tx, about, which);
    tx.afterCommit(() => {
      this.ticks.wake('webhooks.payouts');
    });
  }
}

function describe({ id, state, providerObjectId, firstReceivedAt, isUnreadable }: PendingWebhook): string {
  const what = `webhook ${id} of ${firstReceivedAt.toISOString()} (${state}) about ${providerObjectId ?? 'no id'}`;
  return isUnreadable ? `${what}, which could not be read and may be named in unreadableWebhookIds` : what;
}
