import { Injectable } from '@nestjs/common';
import { AccountsService } from '../desk/accounts/accounts.service.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import type { CardProblemCode, OrderRequestProblem } from '../orders/domain/order-problem.js';
import { findCardProblems, type PaymentCard, withPlainDigits } from '../orders/domain/payment-card.js';
import type { OrderEntity } from '../orders/persistence/order.entity.js';
import { OrdersRepository } from '../orders/persistence/orders.repository.js';
import { ClaimWindow } from '../provider/port/claim-window.js';
import { H2hPort } from '../provider/port/h2h.port.js';
import { OpenWork } from '../platform/scheduling/open-work.js';
import type { Refusal } from '../common/refusal.js';
import { CardAttemptsService, type CardRefusal } from './card-attempts.service.js';

export type SubmitCardRefusalCode = CardProblemCode | 'ORDER_NOT_FOUND' | 'ORDER_NOT_BY_CARD' | CardRefusal['code'];

export interface SubmitCardResult {
  readonly order: OrderEntity | null;
  readonly refusals: readonly (Refusal<SubmitCardRefusalCode> & Pick<CardRefusal, 'retryAt'>)[];
}

/**
 * Sends the card of a payment on the merchant's own page. The claim is committed before the one call, so only one of
 * many requests and replicas sends a card. If the call broke off, the card is polled and never sent again, because it
 * existed only in memory.
 */
@Injectable()
export class SubmitCardService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: OrdersRepository,
    private readonly attempts: CardAttemptsService,
    private readonly provider: H2hPort,
    private readonly openWork: OpenWork,
  ) {}

  /**
   * Sends a card, once per order.
   * @param unsound problems that were already found in single card fields
   */
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
    const problems = [...unsound, ...findCardProblems(card)];
    if (problems.length > 0) return { order, refusals: problems };
    // Decrypts the token before the claim, so that after it only the call can fail.
    const credentials = { ...(await this.accounts.credentialsFor(order.accountId)), subject: { orderId } };
    const window = new ClaimWindow();
    const claim = await this.unitOfWork.run((tx) => this.attempts.claim(tx, orderId, card));
    if (claim.kind === 'refused') return { order, refusals: [claim.refusal] };

    const { providerOrderId } = claim.order;
    const outcome = await this.provider.submitCard(credentials, providerOrderId, withPlainDigits(card), window);
    const refusal = await this.unitOfWork.run((tx) => this.attempts.recordOutcome(tx, orderId, outcome));
    return { order: await this.orders.findById(orderId), refusals: refusal ? [refusal] : [] };
  }
}

function refused(order: OrderEntity | null, code: SubmitCardRefusalCode, message: string): SubmitCardResult {
  return { order, refusals: [{ code, field: ['orderId'], message }] };
}
