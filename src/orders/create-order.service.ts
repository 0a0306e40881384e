import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import type { AccountEntity } from '../accounts/account.entity.js';
import { differingFields, type FieldFingerprint } from '../common/field-fingerprint.js';
import { newId } from '../common/ids.js';
import { Config } from '../config/config.js';
import { FieldCipher } from '../database/field-cipher.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { StatusLog } from '../events/status-log.js';
import { OpenWork } from '../scheduling/open-work.js';
import type { CallOutcome } from '../provider/port/call.outcome.js';
import { OrdersProvider, type ProviderOrder } from '../provider/port/orders.provider.js';
import { findProblems, type OrderRequest, type OrderRequestProblemCode } from './domain/new-order.js';
import { FIRST_ORDER_STATUS } from './domain/order-status.js';
import { fingerprintRequest } from './domain/request-fingerprint.js';
import { OrderAnswersService } from './order-answers.service.js';
import type { OrderEntity } from './persistence/order.entity.js';
import { OrdersRepository } from './persistence/orders.repository.js';

export type CreateOrderRefusalCode =
  | OrderRequestProblemCode
  | 'ACCOUNT_NOT_FOUND'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'EXTERNAL_ID_TAKEN'
  | 'PROVIDER_REFUSED'
  | 'PROVIDER_NOT_REACHED'
  | 'PROVIDER_OUTCOME_UNKNOWN';

export interface CreateOrderRefusal {
  readonly code: CreateOrderRefusalCode;
  readonly field: keyof OrderRequest | null;
  readonly message: string;
}

export interface CreateOrderResult {
  /** The order as it was left; null when none was made. */
  readonly order: OrderEntity | null;
  readonly refusals: readonly CreateOrderRefusal[];
}

// Beyond the provider's time-out: waiting for a place in the request budget, and recording the answer. An order older
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
    private readonly log: StatusLog,
    private readonly provider: OrdersProvider,
    private readonly openWork: OpenWork,
  ) {}

  /**
   * A request with a key already used returns that key's order, whatever became of it, and sends nothing. Otherwise
   * the intent is committed before the one call to the provider, so an order can never exist there that this
   * database has not heard of.
   */
  create(request: OrderRequest): Promise<CreateOrderResult> {
    return this.openWork.finish(this.createOnce(request));
  }

  private async createOnce(request: OrderRequest): Promise<CreateOrderResult> {
    const problems = findProblems(request, { redirectHosts: this.config.orders.redirectHosts });
    if (problems.length > 0) return { order: null, refusals: problems };
    const account = await this.accounts.find(request.accountId);
    if (!account) return refused('ACCOUNT_NOT_FOUND', 'accountId', 'There is no account with this id.');

    const id = newId();
    const fingerprint = fingerprintRequest(request, (value) => this.hash(value));
    const isNew = await this.unitOfWork.run((tx) => this.recordIntent(tx, { id, account, request, fingerprint }));
    if (!isNew) return this.explainExisting(account, request, fingerprint);

    const outcome = await this.provider.createOrder(this.accounts.credentialsOf(account), {
      externalId: request.externalId ?? id,
      amount: request.amount,
      currency: request.currency,
      purpose: request.purpose,
      successUrl: request.successUrl,
      failUrl: request.failUrl,
    });
    const refusals = await this.unitOfWork.run((tx) => this.recordOutcome(tx, id, outcome));
    return { order: await this.orders.findById(id), refusals };
  }

  private async recordIntent(
    tx: Transaction,
    intent: { id: string; account: AccountEntity; request: OrderRequest; fingerprint: FieldFingerprint },
  ): Promise<boolean> {
    const { id, account, request, fingerprint } = intent;
    const isNew = await this.orders.insert(tx, {
      id,
      accountId: account.id,
      idempotencyKey: request.idempotencyKey,
      requestFingerprint: fingerprint,
      externalId: request.externalId ?? id,
      method: request.method,
      amount: request.amount,
      currency: request.currency,
      purpose: request.purpose,
      successUrl: request.successUrl,
      failUrl: request.failUrl,
      deadlineSeconds: Math.ceil(this.config.provider.timeoutMs / 1_000) + SUBMISSION_MARGIN_SECONDS,
    });
    if (isNew) {
      await this.log.append(tx, {
        subjectType: 'ORDER',
        subjectId: id,
        from: null,
        to: FIRST_ORDER_STATUS,
        cause: 'API',
        evidence: {},
      });
    }
    return isNew;
  }

  /** Says why the intent was not new: the same request again, or a key or external id used for something else. */
  private async explainExisting(
    account: AccountEntity,
    request: OrderRequest,
    fingerprint: FieldFingerprint,
  ): Promise<CreateOrderResult> {
    const sameKey =
      request.idempotencyKey === null
        ? null
        : await this.orders.findByIdempotencyKey(account.id, request.idempotencyKey);
    if (sameKey) {
      const differing = differingFields(sameKey.requestFingerprint, fingerprint);
      if (differing.length === 0) return { order: sameKey, refusals: [] };
      return refused(
        'IDEMPOTENCY_KEY_REUSED',
        'idempotencyKey',
        `This key was used for another request; it differs in ${differing.join(', ')}.`,
      );
    }
    return refused('EXTERNAL_ID_TAKEN', 'externalId', 'The account has an order with this external id already.');
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
      const refusal = unknownOutcome(result.problem);
      await this.answers.endSubmission(tx, order, {
        status: 'ABANDONED',
        cause: 'PROVIDER_RESPONSE',
        evidence: { outcome: 'mismatch', providerOrderId: outcome.value.providerOrderId },
        problem: refusal.message,
      });
      return [refusal];
    }
    const refusal = explainOutcome(outcome);
    await this.answers.endSubmission(tx, order, {
      status: outcome.kind === 'refused' ? 'DECLINED' : 'ABANDONED',
      cause: 'PROVIDER_RESPONSE',
      evidence: { outcome: outcome.kind, ...('reason' in outcome && { reason: outcome.reason }) },
      problem: refusal.message,
    });
    // A webhook may have brought the order while the answer was lost: then nothing was refused.
    return order.providerOrderId === null ? [refusal] : [];
  }

  private hash(value: string): string {
    return this.cipher.keyedHash('order-request', value).subarray(0, FINGERPRINT_BYTES).toString('base64url');
  }
}

function refused(code: CreateOrderRefusalCode, field: CreateOrderRefusal['field'], message: string): CreateOrderResult {
  return { order: null, refusals: [{ code, field, message }] };
}

function unknownOutcome(because: string): CreateOrderRefusal {
  return {
    code: 'PROVIDER_OUTCOME_UNKNOWN',
    field: null,
    message: `${because} The order is abandoned: make a new one.`,
  };
}

function explainOutcome(outcome: Exclude<CallOutcome<ProviderOrder>, { kind: 'accepted' }>): CreateOrderRefusal {
  switch (outcome.kind) {
    case 'refused':
      return {
        code: 'PROVIDER_REFUSED',
        field: null,
        message: `The payment service refused the order (${outcome.httpStatus}): ${outcome.message ?? 'no reason given'}`,
      };
    case 'not_sent':
      return {
        code: 'PROVIDER_NOT_REACHED',
        field: null,
        message: `Nothing was sent to the payment service (${outcome.reason}). The order is abandoned: make a new one.`,
      };
    case 'unknown':
      return unknownOutcome(`No usable answer came from the payment service (${outcome.reason}).`);
  }
}
