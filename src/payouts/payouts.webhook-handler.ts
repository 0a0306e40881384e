import { Injectable, type OnModuleInit } from '@nestjs/common';
import { findIdInJson } from '../common/json-id.js';
import { ProviderProfile } from '../provider/profile/provider.profile.js';
import type { CallbackTokens } from '../webhooks/callback-tokens.js';
import type { ReceivedWebhook, WebhookHandler, WebhookOutcome, WebhookSubjects } from '../webhooks/webhook-handler.js';
import { WebhookHandlers } from '../webhooks/webhook-handlers.js';
import { CheckPayoutService, isBoundPayout } from './check-payout.service.js';
import { hashToken } from './domain/callback-token.js';
import { type EvidenceResult, PayoutEvidenceService } from './payout-evidence.service.js';
import { PayoutAttemptsRepository } from './persistence/payout-attempts.repository.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';

/** Turns payout webhooks into read-backs. Whatever a webhook claims, only what the provider answers is applied. */
@Injectable()
export class PayoutsWebhookHandler implements WebhookHandler, CallbackTokens, OnModuleInit {
  readonly source = 'PAYOUTS';

  readonly subjects: WebhookSubjects = {
    table: 'payouts',
    providerIdColumn: 'provider_payout_id',
    destinationColumn: 'destination',
    subjectType: 'PAYOUT',
    endStatuses: ['COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'],
    timedEnd: { status: 'COMPLETED', column: 'provider_completed_at' },
  };

  constructor(
    private readonly handlers: WebhookHandlers,
    private readonly profile: ProviderProfile,
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly checks: CheckPayoutService,
    private readonly evidence: PayoutEvidenceService,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
    this.handlers.registerCallbackTokens(this);
  }

  async findAttemptId(token: string): Promise<string | null> {
    return (await this.attempts.findByTokenHash(hashToken(token)))?.id ?? null;
  }

  async handle({ body, attemptId }: ReceivedWebhook): Promise<WebhookOutcome> {
    const providerObjectId = findIdInJson(body, this.profile.payoutWebhookIdPaths);
    if (providerObjectId === null) {
      return { kind: 'ignored', providerObjectId: null, note: 'The body names no payout id.' };
    }
    const known = await this.readBack(providerObjectId);
    if (known) return known;
    const attempt = attemptId === null ? null : await this.attempts.findById(attemptId);
    const result = attempt
      ? await this.evidence.bindAttempt(attempt, {
          providerPayoutId: providerObjectId,
          by: 'WEBHOOK_AT_TOKEN',
          cause: 'WEBHOOK',
        })
      : await this.evidence.bindByCallbackUrl(providerObjectId);
    // Something else has bound it meanwhile, maybe with older news than this webhook brings.
    const bound = result.kind === 'already_bound' ? await this.readBack(providerObjectId) : null;
    return bound ?? toOutcome(providerObjectId, result);
  }

  /** Reads a bound payout back; null when none is bound to this id. */
  private async readBack(providerObjectId: string): Promise<WebhookOutcome | null> {
    const payout = await this.payouts.findByProviderId(providerObjectId);
    if (!payout || !isBoundPayout(payout)) return null;
    const result = await this.checks.check(payout, { cause: 'WEBHOOK', isDue: false, isUrgent: false });
    if (result.kind === 'unavailable') return unavailable(providerObjectId, result.reason);
    // It was bound to the wrong payout, and is free now for the one it belongs to.
    if (result.kind === 'disproved') return null;
    return { kind: 'processed', providerObjectId, subjectId: payout.id };
  }
}

function toOutcome(providerObjectId: string, result: EvidenceResult): WebhookOutcome {
  switch (result.kind) {
    case 'bound':
    case 'already_bound':
    case 'duplicate':
      return { kind: 'processed', providerObjectId, subjectId: result.payoutId };
    case 'taken':
      return { kind: 'ignored', providerObjectId, note: 'The payout belongs to another attempt.' };
    case 'no_match':
      return { kind: 'ignored', providerObjectId, note: 'The payout is not one that Purser sent.' };
    case 'absent':
      return { kind: 'ignored', providerObjectId, note: 'The payment service knows no such payout.' };
    case 'unavailable':
      return unavailable(providerObjectId, result.reason);
  }
}

function unavailable(providerObjectId: string, reason: string): WebhookOutcome {
  return { kind: 'try_again', providerObjectId, note: `The payout could not be read back (${reason}).` };
}
