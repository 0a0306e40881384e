import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { Alarms } from '../../platform/observability/alarms.js';
import type { CallbackTokens } from '../../webhooks/callback-tokens.js';
import { WebhookHandlers } from '../../webhooks/webhook-handlers.js';
import { PayoutGateService } from '../gate/payout-gate.service.js';
import { hashToken } from '../core/domain/callback-token.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';

const LOST_ATTEMPT =
  'A signed webhook came to a callback address that no attempt has: the database may have lost payouts.';

@Injectable()
export class PayoutCallbackTokens implements CallbackTokens, OnModuleInit {
  constructor(
    private readonly handlers: WebhookHandlers,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly gate: PayoutGateService,
    private readonly alarms: Alarms,
  ) {}

  onModuleInit(): void {
    this.handlers.registerCallbackTokens(this);
  }

  async findAttemptId(token: string): Promise<string | null> {
    return (await this.attempts.findByTokenHash(hashToken(token)))?.id ?? null;
  }

  async reportLostAttempt({
    eventId,
    providerObjectId,
  }: {
    readonly eventId: string;
    readonly providerObjectId: string | null;
  }): Promise<void> {
    const payoutId = providerObjectId === null ? null : await this.attempts.findRegistered(providerObjectId);
    if (payoutId !== null) {
      this.alarms.raise('webhook_of_detached_payout', { payoutId, providerPayoutId: providerObjectId, eventId });
      return;
    }
    this.alarms.raise('payout_attempt_lost', { eventId });
    await this.unitOfWork.run((tx) => this.gate.shutForLoss(tx, LOST_ATTEMPT));
  }
}
