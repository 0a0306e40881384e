import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { takesCard } from '../accounts/domain/order-method.js';
import { extraParamsOf } from '../accounts/domain/terminal-profile.js';
import type { AccountEntity } from '../accounts/persistence/account.entity.js';
import { type CardBlock, CardLimitsService } from '../card-limits/card-limits.service.js';
import { differingFields, type FieldFingerprint } from '../common/field-fingerprint.js';
import { isLoopbackHost } from '../common/network.js';
import { newId } from '../common/ids.js';
import { Config } from '../config/config.js';
import { FieldCipher } from '../database/field-cipher.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { Evidence } from '../events/status-change.js';
import { OpenWork } from '../scheduling/open-work.js';
import { type CallOutcome, refusesContent } from '../provider/port/call-outcome.js';
import { OrdersPort, type ProviderOrder } from '../provider/port/orders.port.js';
import { findProblems, type OrderRequest } from './domain/new-order.js';
import type { OrderRequestProblem, OrderRequestProblemCode } from './domain/order-problem.js';
import { statusWithoutAnswer } from './domain/order-status.js';
import { maskCard, withPlainDigits } from './domain/payment-card.js';
import { fingerprintRequest } from './domain/request-fingerprint.js';
import { OrderAnswersService } from './order-answers.service.js';
import { OrderTransitions } from './order-transitions.js';
import type { OrderEntity } from './persistence/order.entity.js';
import { OrdersRepository } from './persistence/orders.repository.js';
import type { Refusal } from '../common/refusal.js';

export type CreateOrderRefusalCode =
  | OrderRequestProblemCode
  | 'ACCOUNT_NOT_FOUND'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'EXTERNAL_ID_TAKEN'
  | 'TOO_MANY_CARDS'
  | 'PROVIDER_REFUSED'
  | 'PROVIDER_NOT_REACHED'
  | 'PROVIDER_OUTCOME_UNKNOWN';

export interface CreateOrderRefusal extends Refusal<CreateOrderRefusalCode> {
  /** When the same may be asked for again, where that is known. */
  readonly retryAt?: Date;
}

export interface CreateOrderResult {
  /** The order as it was left; null when none was made. */
  readonly order: OrderEntity | null;
  readonly refusals: readonly CreateOrderRefusal[];
}

// Beyond the provider's time-out: waiting for a slot in the request budget, and recording the answer. An order older
// than this in SUBMITTING has lost its process.
const SUBMISSION_MARGIN_SECONDS = 30;

const FINGERPRINT_BYTES = 12;

/** Creates orders: records the intent, sends it once, records what came back. */
@Injectable()
export class CreateOrderService {
  constructor(
    private readonly config: Config,
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly orders: OrdersRepository,
    private readonly answers: OrderAnswersService,
    private readonly transitions: OrderTransitions,
    private readonly cardLimits: CardLimitsService,
    private readonly provider: OrdersPort,
    private readonly openWork: OpenWork,
  ) {}

  /**
   * A request with a key already used returns that key's order, whatever became of it, and sends nothing. Otherwise
   * the intent is committed before the one call to the provider, so an order can never exist there that this
   * database has not heard of.
   *
   * @param unsound what is wrong with fields by themselves
   */
  create(request: OrderRequest, unsound: readonly OrderRequestProblem[]): Promise<CreateOrderResult> {
    return this.openWork.finish(this.createOnce(request, unsound));
  }

  private async createOnce(request: OrderRequest, unsound: readonly OrderRequestProblem[]): Promise<CreateOrderResult> {
    const account = await this.accounts.find(request.accountId);
    if (!account) return refused('ACCOUNT_NOT_FOUND', 'accountId', 'There is no account with this id.');
    const fingerprint = fingerprintRequest(request, (value) => this.hash(value));
    // Before today's rules: they may have changed since the request was first made.
    // A key that is refused was never used: PostgreSQL could not look for the one, and must not see the other.
    const hasKey = !unsound.some(({ field }) => field[0] === 'idempotencyKey');
    const known = hasKey ? await this.findKnown(account, request, fingerprint) : null;
    if (known) return known;
    const terminal = this.accounts.terminalProfileOf(account);
    const { http, orders } = this.config;
    const allowsLoopback = isLoopbackHost(new URL(http.publicUrl).hostname);
    const rules = { redirectHosts: orders.redirectHosts, allowsLoopback, terminal };
    const problems = [...unsound, ...findProblems(request, rules)];
    if (problems.length > 0) return { order: null, refusals: problems };

    const id = newId();
    const recorded = await this.unitOfWork.run((tx) => this.recordIntent(tx, { id, account, request, fingerprint }));
    if (recorded === 'exists') return this.explainExisting(account, request, fingerprint);
    if (recorded !== 'new') return { order: null, refusals: [recorded] };

    const outcome = await this.provider.createOrder(this.accounts.credentialsOf(account), {
      externalId: request.externalId ?? id,
      amount: request.amount,
      currency: request.currency,
      purpose: request.purpose,
      successUrl: request.successUrl,
      failUrl: request.failUrl,
      extraParams: extraParamsOf(terminal, request.method),
      customer: Object.keys(request.customer).length === 0 ? null : request.customer,
      card: request.card && withPlainDigits(request.card),
    });
    const refusals = await this.unitOfWork.run((tx) => this.recordOutcome(tx, id, outcome));
    return { order: await this.orders.findById(id), refusals };
  }

  private async recordIntent(
    tx: Transaction,
    intent: { id: string; account: AccountEntity; request: OrderRequest; fingerprint: FieldFingerprint },
  ): Promise<'new' | 'exists' | CardBlock> {
    const { id, account, request, fingerprint } = intent;
    const card = request.card && maskCard(request.card);
    const payer = takesCard(request.method) ? this.cardLimits.payerOf(request.customer) : [];
    const { amount, currency, method, retryOf } = request;
    const row = {
      id,
      accountId: account.id,
      idempotencyKey: request.idempotencyKey,
      requestFingerprint: fingerprint,
      externalId: request.externalId ?? id,
      method,
      amount,
      currency,
      purpose: request.purpose,
      successUrl: request.successUrl,
      failUrl: request.failUrl,
      card,
      payer: card ? [] : payer,
      retryOf,
      deadlineSeconds: Math.ceil(this.config.provider.timeoutMs / 1_000) + SUBMISSION_MARGIN_SECONDS,
    };
    const after = { accountId: account.id, amount, currency, method, retryOf };
    return this.transitions.begin<CardBlock>(tx, row, {
      cause: 'API',
      evidence: {},
      audit: { action: 'order.created', before: null, after, reason: null },
      // After the insert, which alone tells a new request from one that is made twice at once.
      admit: async () => card && this.cardLimits.count(tx, { orderId: id, accountId: account.id, payer, mask: card }),
    });
  }

  /** Says why the intent was not new: the same request again, or a key or external id used for something else. */
  private async explainExisting(
    account: AccountEntity,
    request: OrderRequest,
    fingerprint: FieldFingerprint,
  ): Promise<CreateOrderResult> {
    const known = await this.findKnown(account, request, fingerprint);
    const message = 'The account has an order with this external id already.';
    return known ?? refused('EXTERNAL_ID_TAKEN', 'externalId', message);
  }

  /** The order of this key, if the key was used, or what differs when it was used for something else. */
  private async findKnown(
    account: AccountEntity,
    { idempotencyKey }: OrderRequest,
    fingerprint: FieldFingerprint,
  ): Promise<CreateOrderResult | null> {
    if (idempotencyKey === null) return null;
    const order = await this.orders.findByIdempotencyKey(account.id, idempotencyKey);
    if (!order) return null;
    const differing = differingFields(order.requestFingerprint, fingerprint);
    if (differing.length === 0) return { order, refusals: [] };
    const message = `This key was used for another request; it differs in ${differing.join(', ')}.`;
    return refused('IDEMPOTENCY_KEY_REUSED', 'idempotencyKey', message);
  }

  private async recordOutcome(
    tx: Transaction,
    id: string,
    outcome: CallOutcome<ProviderOrder>,
  ): Promise<CreateOrderRefusal[]> {
    const order = await this.orders.findForUpdate(tx, id);
    if (!order) throw new Error('An order vanished while it was being sent');
    if (outcome.kind === 'accepted') {
      const result = await this.answers.apply(tx, order, { order: outcome.value, cause: 'PROVIDER_RESPONSE' });
      if (result.kind === 'applied') return [];
      const evidence = { outcome: 'mismatch', providerOrderId: outcome.value.providerOrderId };
      return this.endUnknown(tx, order, { because: result.problem, evidence });
    }
    if (outcome.kind === 'unknown') {
      const because = `No usable answer came from the provider (${outcome.reason}).`;
      return this.endUnknown(tx, order, { because, evidence: { outcome: 'unknown', reason: outcome.reason } });
    }
    const refusal = explainOutcome(outcome);
    const isTried = order.providerOrderId !== null || refusesContent(outcome);
    // Before the order has its end, which would count as that of its card.
    if (!isTried) await this.cardLimits.recordEnd(tx, id, 'not_tried');
    await this.answers.endSubmission(tx, order, {
      to: outcome.kind === 'refused' ? 'DECLINED' : 'ABANDONED',
      cause: 'PROVIDER_RESPONSE',
      evidence: { outcome: outcome.kind, ...('reason' in outcome && { reason: outcome.reason }) },
      problem: refusal.message,
    });
    // A webhook may have brought the order while the answer was lost: then nothing was refused.
    return order.providerOrderId === null ? [refusal] : [];
  }

  /** Nobody knows whether the order exists. Without its link nobody can pay it; with a card it may have been paid. */
  private async endUnknown(
    tx: Transaction,
    order: OrderEntity,
    { because, evidence }: { readonly because: string; readonly evidence: Evidence },
  ): Promise<CreateOrderRefusal[]> {
    const to = statusWithoutAnswer(order.method);
    const problem = `${because} ${ADVICE[to]}`;
    await this.answers.endSubmission(tx, order, { to, cause: 'PROVIDER_RESPONSE', evidence, problem });
    if (order.providerOrderId !== null) return [];
    return [{ code: 'PROVIDER_OUTCOME_UNKNOWN', field: null, message: problem }];
  }

  private hash(value: string): string {
    return this.cipher.keyedHash('order-request', value).subarray(0, FINGERPRINT_BYTES).toString('base64url');
  }
}

function refused(code: CreateOrderRefusalCode, field: string, message: string): CreateOrderResult {
  return { order: null, refusals: [{ code, field, message }] };
}

const ADVICE: Readonly<Record<'ABANDONED' | 'UNCONFIRMED', string>> = {
  ABANDONED: 'The order is abandoned: make a new one.',
  UNCONFIRMED: 'The card may have been charged: do not send it again before this order has an end.',
};

function explainOutcome(
  outcome: Extract<CallOutcome<ProviderOrder>, { kind: 'refused' | 'not_sent' }>,
): CreateOrderRefusal {
  switch (outcome.kind) {
    case 'refused':
      return {
        code: 'PROVIDER_REFUSED',
        field: null,
        message: `The provider refused the order (${outcome.httpStatus}): ${outcome.message ?? 'no reason given'}`,
      };
    case 'not_sent':
      return {
        code: 'PROVIDER_NOT_REACHED',
        field: null,
        message: `Nothing was sent to the provider (${outcome.reason}). The order is abandoned: make a new one.`,
      };
  }
}
