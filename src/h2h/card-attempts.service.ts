import { Injectable } from '@nestjs/common';
import { CardLimitsService } from '../desk/card-limits/card-limits.service.js';
import type { Refusal } from '../common/refusal.js';
import { classifyMove } from '../common/state-machine.js';
import { Config } from '../platform/config/config.js';
import type { Transaction } from '../platform/database/transaction.js';
import { Alarms } from '../platform/observability/alarms.js';
import { isOpenOrderStatus } from '../orders/domain/order-status.js';
import { maskCard, type PaymentCard } from '../orders/domain/payment-card.js';
import { OrderAnswersService } from '../orders/order-answers.service.js';
import { OrdersRepository } from '../orders/persistence/orders.repository.js';
import { type BoundOrder, isBound } from '../orders/poll-orders.service.js';
import { type CallOutcome, explainReason, refusesContent } from '../provider/port/call-outcome.js';
import type { ProviderOrder } from '../provider/port/orders.port.js';
import { type SendingRefusal, sendingRefusal } from './domain/sending-refusal.js';
import { H2H_STATES, type H2hStatus } from './domain/h2h-status.js';
import type { H2hSessionEntity } from './persistence/h2h-session.entity.js';
import { H2hSessionsRepository } from './persistence/h2h-sessions.repository.js';
import { SessionTransitions } from './session-transitions.js';

/** Why a card was not sent, or that it is unknown whether the bank has it. */
export interface CardRefusal extends Refusal<
  'ORDER_NOT_PAYABLE' | 'CARD_ALREADY_SENT' | 'TOO_MANY_CARDS' | SendingRefusal['code']
> {
  readonly retryAt?: Date;
}

// Added to the provider's time-out, for the wait for a slot in the request budget and for recording the answer.
const OUTCOME_MARGIN_SECONDS = 30;

/**
 * Writes the rows that are committed before a card is sent, and applies the outcome to the session and the order.
 * Separate from `SubmitCardService`, which would otherwise need eleven injected services.
 */
@Injectable()
export class CardAttemptsService {
  constructor(
    private readonly config: Config,
    private readonly orders: OrdersRepository,
    private readonly answers: OrderAnswersService,
    private readonly sessions: H2hSessionsRepository,
    private readonly transitions: SessionTransitions,
    private readonly cardLimits: CardLimitsService,
    private readonly alarms: Alarms,
  ) {}

  async claim(
    tx: Transaction,
    orderId: string,
    card: PaymentCard,
  ): Promise<{ kind: 'claimed'; order: BoundOrder } | { kind: 'refused'; refusal: CardRefusal }> {
    const order = await this.orders.findForUpdate(tx, orderId);
    if (!order || !isBound(order) || !isOpenOrderStatus(order.status)) {
      const refusal = refusalOf('ORDER_NOT_PAYABLE', 'The order can no longer be paid, or cannot be yet.');
      return { kind: 'refused', refusal };
    }
    const mask = maskCard(card);
    const { accountId, payerSubjects } = order;
    // Checked first, so that a card that cannot be sent is not counted.
    const hasSlot = await this.sessions.hasSlotForCard(tx, order.id);
    const block = hasSlot
      ? await this.cardLimits.count(tx, { orderId: order.id, accountId, payer: payerSubjects ?? [], mask })
      : null;
    if (block) return { kind: 'refused', refusal: block };
    const isClaimed = await this.transitions.claimCard(tx, {
      id: order.id,
      accountId,
      providerOrderId: order.providerOrderId,
      mask,
      deadlineSeconds: Math.ceil(this.config.provider.timeoutMs / 1_000) + OUTCOME_MARGIN_SECONDS,
    });
    if (!isClaimed) {
      const refusal = refusalOf('CARD_ALREADY_SENT', 'A card was sent for this order already; it is never sent twice.');
      return { kind: 'refused', refusal };
    }
    return { kind: 'claimed', order };
  }

  /**
   * Records the outcome of the one call that sends a card.
   *
   * @returns the refusal for the caller; null if the bank has the card
   */
  async recordOutcome(tx: Transaction, id: string, outcome: CallOutcome<ProviderOrder>): Promise<CardRefusal | null> {
    const order = await this.orders.findForUpdate(tx, id);
    const session = await this.sessions.findForUpdate(tx, id);
    if (!order || !session) throw new Error('A session vanished while its card was being sent');
    const refusal = sendingRefusal(outcome, 'card');
    switch (outcome.kind) {
      case 'accepted':
        await this.answers.apply(tx, order, { order: outcome.value, cause: 'PROVIDER_RESPONSE' });
        await this.moveTo(tx, session, 'INITIALIZING', null);
        break;
      case 'unknown':
        await this.moveTo(
          tx,
          session,
          'UNCONFIRMED',
          `The provider gave no usable answer to the card (${explainReason(outcome)}).`,
        );
        this.alarms.raiseAfter(tx, 'h2h_session_unconfirmed', { orderId: id, reason: explainReason(outcome) });
        break;
      case 'refused':
      case 'not_sent':
        // A poll has seen the card at the bank, which counts more than this answer.
        if (session.status !== 'NOT_STARTED') break;
        await this.transitions.move(tx, session, {
          to: session.status,
          patch: { cardSentAt: null, problem: refusal?.message ?? null },
          cause: 'PROVIDER_RESPONSE',
          evidence: { outcome: outcome.kind },
        });
        await this.cardLimits.recordEnd(tx, id, refusesContent(outcome) ? 'declined' : 'not_tried');
    }
    return refusal && { ...refusal, field: null };
  }

  private async moveTo(
    tx: Transaction,
    session: H2hSessionEntity,
    to: Extract<H2hStatus, 'INITIALIZING' | 'UNCONFIRMED'>,
    problem: string | null,
  ): Promise<void> {
    if (classifyMove(H2H_STATES, session.status, to) !== 'step') return;
    await this.transitions.move(tx, session, { to, patch: { problem }, cause: 'PROVIDER_RESPONSE', evidence: {} });
  }
}

function refusalOf(code: CardRefusal['code'], message: string): CardRefusal {
  return { code, field: null, message };
}
