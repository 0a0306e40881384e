import { Injectable } from '@nestjs/common';
import { takesCard } from '../desk/accounts/domain/order-method.js';
import type { AccountEntity } from '../desk/accounts/persistence/account.entity.js';
import { type CardBlock, CardLimitsService } from '../desk/card-limits/card-limits.service.js';
import type { FieldFingerprint } from '../common/field-fingerprint.js';
import { Config } from '../platform/config/config.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { Details } from '../platform/events/status-change.js';
import { StatusLog } from '../platform/events/status-log.js';
import { type CallOutcome, explainReason, refusesContent } from '../provider/port/call-outcome.js';
import type { ProviderOrder } from '../provider/port/orders.port.js';
import { CustomerHashes } from './customers/customer-hashes.js';
import { type OrderOutcomeRefusal, outcomeRefusal } from './domain/order-outcome.js';
import { statusWithoutAnswer } from './domain/order-status.js';
import { customerKeysOf, maskCustomer } from './domain/customer-keys.js';
import { maskCard } from './domain/payment-card.js';
import type { CreateOrderRequest } from './graphql/create-order.input.js';
import { OrderAnswersService } from './order-answers.service.js';
import { OrderTransitions } from './order-transitions.js';
import type { OrderEntity } from './persistence/order.entity.js';
import type { NewOrderRow } from './persistence/order-states.sql.js';
import { OrdersRepository } from './persistence/orders.repository.js';

// Added to the provider's time-out, for the wait for a slot in the request budget and for recording the answer. If an
// order is in SUBMITTING for longer, the process that sent it must be dead.
const SUBMISSION_MARGIN_SECONDS = 30;

const ADVICE: Readonly<Record<'ABANDONED' | 'UNCONFIRMED', string>> = {
  ABANDONED: 'The order is abandoned: make a new one, with another idempotency key.',
  UNCONFIRMED: 'The card may have been charged: do not send it again before this order has an end.',
};

/** Writes the rows that are committed before an order is sent, and applies the outcome to the order. */
@Injectable()
export class OrderAttemptsService {
  constructor(
    private readonly config: Config,
    private readonly orders: OrdersRepository,
    private readonly answers: OrderAnswersService,
    private readonly transitions: OrderTransitions,
    private readonly cardLimits: CardLimitsService,
    private readonly customerHashes: CustomerHashes,
    private readonly log: StatusLog,
  ) {}

  /**
   * Records an order that is about to be sent, or returns why its card must not be tried.
   * @throws RowExistsError if the key or external id already has an order
   */
  async begin(
    tx: Transaction,
    intent: { id: string; account: AccountEntity; request: CreateOrderRequest; fingerprint: FieldFingerprint },
  ): Promise<'new' | CardBlock> {
    const { id, account, request, fingerprint } = intent;
    const { customer, customerId, card: given, ...asked } = request;
    const { amount, currency, method, retryOf } = asked;
    const card = given && maskCard(given);
    const cardPayer = takesCard(method) ? this.cardLimits.payerOf(customer) : [];
    const keys = customerKeysOf({ customer, customerId });
    const row: NewOrderRow = {
      ...asked,
      id,
      accountId: account.id,
      requestFingerprint: fingerprint,
      externalId: asked.externalId ?? id,
      maskedCardNumber: card?.maskedNumber ?? null,
      cardBrand: card?.brand ?? null,
      payerSubjects: card ? [] : cardPayer,
      customerHashes: this.customerHashes.of(keys),
      maskedCustomer: maskCustomer(keys),
      deadlineSeconds: Math.ceil(this.config.provider.timeoutMs / 1_000) + SUBMISSION_MARGIN_SECONDS,
    };
    const after = { accountId: account.id, amount, currency, method, retryOf };
    return this.transitions.begin<CardBlock>(tx, row, {
      cause: 'API',
      evidence: {},
      audit: { action: 'order.created', before: null, after, reason: null },
      // Counted after the insert, because only the insert tells a new request from a concurrent duplicate.
      admit: async () =>
        card && this.cardLimits.count(tx, { orderId: id, accountId: account.id, payer: cardPayer, mask: card }),
    });
  }

  /**
   * Returns why the caller may not rely on a stored order. The first response and every repeated one get the same
   * refusals.
   */
  async findRefusals(order: OrderEntity): Promise<OrderOutcomeRefusal[]> {
    const isUnsent = order.status === 'ABANDONED' && (await this.isUnsent(order.id));
    const { status, providerOrderId, problem } = order;
    const refusal = outcomeRefusal({ status, providerOrderId, problem, isUnsent });
    return refusal === null ? [] : [refusal];
  }

  private async isUnsent(id: string): Promise<boolean> {
    const evidence = await this.log.findLastEvidence({ subjectType: 'ORDER', subjectId: id, status: 'ABANDONED' });
    return evidence?.['outcome'] === 'not_sent';
  }

  async recordOutcome(tx: Transaction, id: string, outcome: CallOutcome<ProviderOrder>): Promise<void> {
    const order = await this.orders.findForUpdate(tx, id);
    if (!order) throw new Error('An order vanished while it was being sent');
    if (outcome.kind === 'accepted') {
      const result = await this.answers.apply(tx, order, { order: outcome.value, cause: 'PROVIDER_RESPONSE' });
      if (result.kind === 'applied') return;
      const evidence = { outcome: 'mismatch', providerOrderId: outcome.value.providerOrderId };
      await this.endUnknown(tx, order, { because: result.problem, evidence });
      return;
    }
    if (outcome.kind === 'unknown') {
      const { reason, detail = null } = outcome;
      const because = `The provider gave no usable answer (${explainReason(outcome)}).`;
      await this.endUnknown(tx, order, { because, evidence: { outcome: 'unknown', reason, detail } });
      return;
    }
    const isTried = order.providerOrderId !== null || refusesContent(outcome);
    // Recorded first, because ending the order would count the card as declined.
    if (!isTried) await this.cardLimits.recordEnd(tx, id, 'not_tried');
    await this.answers.endSubmission(tx, order, {
      to: outcome.kind === 'refused' ? 'DECLINED' : 'ABANDONED',
      cause: 'PROVIDER_RESPONSE',
      evidence: { outcome: outcome.kind, ...('reason' in outcome && { reason: outcome.reason }) },
      problem: explainOutcome(outcome),
    });
  }

  /**
   * Ends an order that may or may not exist at the provider. It cannot be paid without its link, but a card sent with
   * it may have been charged.
   */
  private async endUnknown(
    tx: Transaction,
    order: OrderEntity,
    { because, evidence }: { readonly because: string; readonly evidence: Details },
  ): Promise<void> {
    const to = statusWithoutAnswer(order.method);
    const problem = `${because} ${ADVICE[to]}`;
    await this.answers.endSubmission(tx, order, { to, cause: 'PROVIDER_RESPONSE', evidence, problem });
  }
}

function explainOutcome(outcome: Extract<CallOutcome<ProviderOrder>, { kind: 'refused' | 'not_sent' }>): string {
  switch (outcome.kind) {
    case 'refused':
      return `The provider refused the order (${outcome.httpStatus}): ${outcome.message ?? 'no reason given'}`;
    case 'not_sent':
      return `Nothing was sent to the provider (${outcome.reason}). ${ADVICE.ABANDONED}`;
  }
}
