import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { CardLimitsService } from '../card-limits/card-limits.service.js';
import { classifyMove } from '../common/state-machine.js';
import { Config } from '../config/config.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Alarms } from '../observability/alarms.js';
import { type BoundOrder, isBound } from '../orders/poll-orders.service.js';
import type { CardProblemCode, OrderRequestProblem } from '../orders/domain/order-problem.js';
import { isOpenOrderStatus } from '../orders/domain/order-status.js';
import { findCardProblems, maskCard, type PaymentCard, withPlainDigits } from '../orders/domain/payment-card.js';
import { OrderAnswersService } from '../orders/order-answers.service.js';
import type { OrderEntity } from '../orders/persistence/order.entity.js';
import { OrdersRepository } from '../orders/persistence/orders.repository.js';
import { type CallOutcome, refusesContent } from '../provider/port/call-outcome.js';
import { H2hPort } from '../provider/port/h2h.port.js';
import type { ProviderOrder } from '../provider/port/orders.port.js';
import { OpenWork } from '../scheduling/open-work.js';
import { H2H_STATES, type H2hStatus } from './domain/h2h-status.js';
import type { H2hSessionEntity } from './persistence/h2h-session.entity.js';
import { H2hSessionsRepository } from './persistence/h2h-sessions.repository.js';
import { SessionTransitions } from './session-transitions.js';
import type { Refusal } from '../common/refusal.js';

export type SubmitCardRefusalCode =
  | CardProblemCode
  | 'ORDER_NOT_FOUND'
  | 'ORDER_NOT_BY_CARD'
  | 'ORDER_NOT_PAYABLE'
  | 'CARD_ALREADY_SENT'
  | 'TOO_MANY_CARDS'
  | 'PROVIDER_REFUSED'
  | 'PROVIDER_NOT_REACHED'
  | 'PROVIDER_OUTCOME_UNKNOWN';

export interface SubmitCardRefusal extends Refusal<SubmitCardRefusalCode> {
  /** When the same may be asked for again, where that is known. */
  readonly retryAt?: Date;
}

export interface SubmitCardResult {
  /** The order as it is now; null when there is none. */
  readonly order: OrderEntity | null;
  readonly refusals: readonly SubmitCardRefusal[];
}

// Beyond the provider's time-out: waiting for a slot in the request budget, and recording the answer.
const OUTCOME_MARGIN_SECONDS = 30;

/**
 * Sends the card of a payment on the merchant's own page. The claim is committed before the one call, so that of any
 * number of requests and replicas one sends a card, and a card whose call was cut short is asked about, never sent
 * again: it existed only in memory.
 */
@Injectable()
export class SubmitCardService {
  constructor(
    private readonly config: Config,
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: OrdersRepository,
    private readonly answers: OrderAnswersService,
    private readonly sessions: H2hSessionsRepository,
    private readonly transitions: SessionTransitions,
    private readonly cardLimits: CardLimitsService,
    private readonly provider: H2hPort,
    private readonly openWork: OpenWork,
    private readonly alarms: Alarms,
  ) {}

  /** @param unsound what is wrong with fields of the card by themselves */
  submit(
    orderId: string,
    card: PaymentCard,
    unsound: readonly OrderRequestProblem<CardProblemCode>[],
  ): Promise<SubmitCardResult> {
    return this.openWork.finish(this.submitOnce(orderId, card, unsound));
  }

  private async submitOnce(
    orderId: string,
    card: PaymentCard,
    unsound: readonly OrderRequestProblem<CardProblemCode>[],
  ): Promise<SubmitCardResult> {
    const order = await this.orders.findById(orderId);
    if (!order) return refused(null, 'ORDER_NOT_FOUND', 'There is no order with this id.');
    if (order.method !== 'CARD_H2H') {
      return refused(order, 'ORDER_NOT_BY_CARD', 'The order was not created with the method CARD_H2H.');
    }
    const refusals = [...unsound, ...findCardProblems(card)];
    if (refusals.length > 0) return { order, refusals };
    const claim = await this.unitOfWork.run((tx) => this.claim(tx, orderId, card));
    if (claim.kind === 'refused') return { order, refusals: [claim.refusal] };

    const { accountId, providerOrderId } = claim.order;
    const credentials = await this.accounts.credentialsFor(accountId);
    const outcome = await this.provider.submitCard(credentials, providerOrderId, withPlainDigits(card));
    await this.unitOfWork.run((tx) => this.recordOutcome(tx, orderId, outcome));
    return { order: await this.orders.findById(orderId), refusals: explain(outcome) };
  }

  private async claim(
    tx: Transaction,
    orderId: string,
    card: PaymentCard,
  ): Promise<{ kind: 'claimed'; order: BoundOrder } | { kind: 'refused'; refusal: SubmitCardRefusal }> {
    const order = await this.orders.findForUpdate(tx, orderId);
    if (!order || !isBound(order) || !isOpenOrderStatus(order.status)) {
      const refusal = refusalOf('ORDER_NOT_PAYABLE', 'The order can no longer be paid, or cannot be yet.');
      return { kind: 'refused', refusal };
    }
    const mask = maskCard(card);
    const { accountId, payerSubjects } = order;
    // Before the slot is taken: a card that is not sent leaves the order's only slot to another one.
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

  private async recordOutcome(tx: Transaction, id: string, outcome: CallOutcome<ProviderOrder>): Promise<void> {
    const order = await this.orders.findForUpdate(tx, id);
    const session = await this.sessions.findForUpdate(tx, id);
    if (!order || !session) throw new Error('A session vanished while its card was being sent');
    switch (outcome.kind) {
      case 'accepted':
        await this.answers.apply(tx, order, { order: outcome.value, cause: 'PROVIDER_RESPONSE' });
        await this.moveTo(tx, session, 'INITIALIZING', null);
        return;
      case 'unknown':
        await this.moveTo(tx, session, 'UNCONFIRMED', `No usable answer came to the card (${outcome.reason}).`);
        tx.afterCommit(() => {
          this.alarms.raise('h2h_session_unconfirmed', { orderId: id, reason: outcome.reason });
        });
        return;
      case 'refused':
      case 'not_sent':
        // Late proof loses to what a poll has seen: then the bank has a card after all.
        if (session.status !== 'NOT_STARTED') return;
        await this.transitions.move(tx, session, {
          to: session.status,
          patch: { cardSentAt: null, problem: explain(outcome)[0]?.message ?? null },
          cause: 'PROVIDER_RESPONSE',
          evidence: { outcome: outcome.kind },
        });
        await this.cardLimits.recordEnd(tx, id, refusesContent(outcome) ? 'declined' : 'not_tried');
    }
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

function explain(outcome: CallOutcome<ProviderOrder>): SubmitCardRefusal[] {
  switch (outcome.kind) {
    case 'accepted':
      return [];
    case 'refused': {
      const reason = outcome.message ?? 'no reason given';
      return [refusalOf('PROVIDER_REFUSED', `The provider refused the card (${outcome.httpStatus}): ${reason}`)];
    }
    case 'not_sent':
      return [refusalOf('PROVIDER_NOT_REACHED', `Nothing was sent to the provider (${outcome.reason}).`)];
    case 'unknown':
      return [
        refusalOf(
          'PROVIDER_OUTCOME_UNKNOWN',
          `No usable answer came to the card (${outcome.reason}); whether the bank has it is being found out.`,
        ),
      ];
  }
}

function refusalOf(code: SubmitCardRefusalCode, message: string): SubmitCardRefusal {
  return { code, field: null, message };
}

function refused(order: OrderEntity | null, code: SubmitCardRefusalCode, message: string): SubmitCardResult {
  return { order, refusals: [{ code, field: ['orderId'], message }] };
}
