import { Injectable } from '@nestjs/common';
import { AccountsService } from '../desk/accounts/accounts.service.js';
import { extraParamsOf } from '../desk/accounts/domain/terminal-profile.js';
import type { AccountEntity } from '../desk/accounts/persistence/account.entity.js';
import { differingFields, type FieldFingerprint } from '../common/field-fingerprint.js';
import { newId } from '../common/ids.js';
import { isLoopbackHost } from '../common/network.js';
import { maskValuesIn } from '../common/text/masked-values.js';
import { Config } from '../platform/config/config.js';
import { FieldCipher } from '../platform/database/encryption/field-cipher.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import { RowExistsError } from '../platform/database/writes.js';
import type { CallOutcome } from '../provider/port/call-outcome.js';
import { ClaimWindow } from '../provider/port/claim-window.js';
import { OrdersPort } from '../provider/port/orders.port.js';
import { OpenWork } from '../platform/scheduling/open-work.js';
import type { Customer } from './domain/customer.js';
import { findProblems } from './domain/new-order.js';
import type { OrderRequestProblem, OrderRequestProblemCode } from './domain/order-problem.js';
import { withPlainDigits } from './domain/payment-card.js';
import type { OrderOutcomeRefusal } from './domain/order-outcome.js';
import type { CreateOrderRequest } from './graphql/create-order.input.js';
import { OrderAttemptsService } from './order-attempts.service.js';
import type { OrderEntity } from './persistence/order.entity.js';
import { OrdersRepository } from './persistence/orders.repository.js';
import { fingerprintRequest } from './request-fingerprint.js';
import type { Refusal } from '../common/refusal.js';

export type CreateOrderRefusalCode =
  | OrderRequestProblemCode
  | 'ACCOUNT_NOT_FOUND'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'EXTERNAL_ID_TAKEN'
  | 'TOO_MANY_CARDS'
  | OrderOutcomeRefusal['code'];

export interface CreateOrderRefusal extends Refusal<CreateOrderRefusalCode> {
  readonly retryAt?: Date;
}

export interface CreateOrderResult {
  /** The order in its current state, or the order that already has the request's key or external id; null if none. */
  readonly order: OrderEntity | null;
  readonly refusals: readonly CreateOrderRefusal[];
  /** Whether the same request was already made with this idempotency key. */
  readonly isRepeat: boolean;
}

const FINGERPRINT_BYTES = 12;

/** Creates orders: commits the intent, makes one call to the provider, and records the answer. */
@Injectable()
export class CreateOrderService {
  constructor(
    private readonly config: Config,
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly orders: OrdersRepository,
    private readonly attempts: OrderAttemptsService,
    private readonly provider: OrdersPort,
    private readonly openWork: OpenWork,
  ) {}

  /**
   * Creates an order. If the request's key was used before, returns the order created with it, with the refusals that
   * follow from its outcome, and sends nothing. Otherwise commits the intent before the one call to the provider, so
   * the provider never has an order that this database does not know.
   * @param unsound problems that were already found in single fields
   */
  create(request: CreateOrderRequest, unsound: readonly OrderRequestProblem[]): Promise<CreateOrderResult> {
    return this.openWork.finish(this.createOnce(request, unsound));
  }

  private async createOnce(
    request: CreateOrderRequest,
    unsound: readonly OrderRequestProblem[],
  ): Promise<CreateOrderResult> {
    const account = await this.accounts.find(request.accountId);
    if (!account) return refused('ACCOUNT_NOT_FOUND', 'accountId', 'There is no account with this id.');
    const fingerprint = fingerprintRequest(request, (value) => this.hash(value));
    const terminal = this.accounts.terminalProfileOf(account);
    const { http, orders } = this.config;
    const allowsLoopback = isLoopbackHost(new URL(http.publicUrl).hostname);
    const takesNeutralWords = this.config.desk.environment === 'sandbox';
    const rules = { redirectHosts: orders.redirectHosts, allowsLoopback, terminal, takesNeutralWords };
    const problems = [...unsound, ...findProblems(request, rules)];
    if (problems.length > 0) {
      // The request may repeat an earlier one that was valid under the rules of that time. An invalid key is not looked
      // up: no order can have it, and PostgreSQL may reject the query.
      const hasKey = !unsound.some(({ field }) => field[0] === 'idempotencyKey');
      const known = hasKey ? await this.findKnown(account, request, fingerprint) : null;
      return known ?? { order: null, refusals: problems, isRepeat: false };
    }

    const id = newId();
    // Decrypts the token before recording the order, so that after it only the call can fail.
    const credentials = { ...this.accounts.credentialsOf(account), subject: { orderId: id } };
    const window = new ClaimWindow();
    const recorded = await this.unitOfWork
      .run((tx) => this.attempts.begin(tx, { id, account, request, fingerprint }))
      .catch(whenItExists);
    if (recorded === 'exists') return this.explainExisting(account, request, fingerprint);
    if (recorded !== 'new') return { order: null, refusals: [recorded], isRepeat: false };

    const { idempotencyKey: _key, accountId: _account, customerId: _id, method, retryOf: _retryOf, ...asked } = request;
    const sent = {
      ...asked,
      externalId: request.externalId ?? id,
      extraParams: extraParamsOf(terminal, method),
      customer: Object.keys(request.customer).length === 0 ? null : request.customer,
      card: request.card && withPlainDigits(request.card),
    };
    const outcome = await this.provider.createOrder(credentials, sent, window);
    const masked = withoutPayer(outcome, request.customer);
    await this.unitOfWork.run((tx) => this.attempts.recordOutcome(tx, id, masked));
    const order = await this.orders.findById(id);
    return { order, refusals: order ? await this.attempts.findRefusals(order) : [], isRepeat: false };
  }

  /**
   * Finds the order that already exists: either it came from the same request, or it uses the key or external id for
   * another one.
   */
  private async explainExisting(
    account: AccountEntity,
    request: CreateOrderRequest,
    fingerprint: FieldFingerprint,
  ): Promise<CreateOrderResult> {
    const known = await this.findKnown(account, request, fingerprint);
    if (known) return known;
    const message = 'The account already has an order with this external id.';
    const taken = refused('EXTERNAL_ID_TAKEN', 'externalId', message);
    return { ...taken, order: await this.orders.findByExternalId(account.id, request.externalId ?? '') };
  }

  /**
   * Returns the order created with this key, or, if the key was used for another request, a refusal that lists the
   * differing fields.
   */
  private async findKnown(
    account: AccountEntity,
    { idempotencyKey }: CreateOrderRequest,
    fingerprint: FieldFingerprint,
  ): Promise<CreateOrderResult | null> {
    if (idempotencyKey === null) return null;
    const order = await this.orders.findByIdempotencyKey(account.id, idempotencyKey);
    if (!order) return null;
    const differing = differingFields(order.requestFingerprint, fingerprint);
    if (differing.length === 0) return { order, refusals: await this.attempts.findRefusals(order), isRepeat: true };
    const message = `This key was used for another request; it differs in ${differing.join(', ')}.`;
    return { ...refused('IDEMPOTENCY_KEY_REUSED', 'idempotencyKey', message), order };
  }

  private hash(value: string): string {
    return this.cipher.keyedHash('order-request', value).subarray(0, FINGERPRINT_BYTES).toString('base64url');
  }
}

/** Masks the payer's details in the provider's message, because they are stored nowhere else. */
function withoutPayer<T>(outcome: CallOutcome<T>, customer: Customer): CallOutcome<T> {
  if (outcome.kind !== 'refused' || outcome.message === null) return outcome;
  const values = Object.values(customer).map((value) => ({ value, mask: '***' }));
  return { ...outcome, message: maskValuesIn(outcome.message, values) };
}

function whenItExists(error: unknown): 'exists' {
  if (error instanceof RowExistsError) return 'exists';
  throw error;
}

function refused(code: CreateOrderRefusalCode, field: string, message: string): CreateOrderResult {
  return { order: null, refusals: [{ code, field, message }], isRepeat: false };
}
