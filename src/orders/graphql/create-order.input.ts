import { Field, ID, InputType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import { CurrencyCodeScalar } from '../../platform/graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../platform/graphql/scalars/decimal.scalar.js';
import type { AskedFor, NotGiven } from '../../platform/graphql/validation/asked-for.js';
import { DomainRule } from '../../platform/graphql/validation/domain-rule.decorator.js';
import { ruleDecorator } from '../../platform/graphql/validation/field-rule.js';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../platform/graphql/validation/invalid-input.js';
import { Nested } from '../../platform/graphql/validation/nested.decorator.js';
import { Text } from '../../platform/graphql/validation/text.decorator.js';
import type { OrderMethod } from '../../desk/accounts/domain/order-method.js';
import { OrderMethodEnum } from '../../desk/accounts/graphql/order-method.enum.js';
import type { Customer } from '../domain/customer.js';
import { findUrlProblem, MAX_URL_LENGTH } from '../domain/new-order.js';
import type { OrderRequestProblemCode } from '../domain/order-problem.js';
import { CardInput } from './card/card.input.js';
import { CustomerInput, RequiredFields, toCustomer } from './customer.input.js';

// Purser's own limits, because the interface states none: long enough for any id or text seen, and short enough for an
// index.
const MAX_KEY_LENGTH = 200;
const MAX_EXTERNAL_ID_LENGTH = 128;
const MAX_PURPOSE_LENGTH = 500;
const MAX_CUSTOMER_ID_LENGTH = 128;

const cardCode = 'CARD_NUMBER_IN_TEXT';

/** An id from the merchant's system. */
export const ExternalId = (): PropertyDecorator =>
  Text({ max: MAX_EXTERNAL_ID_LENGTH, code: 'EXTERNAL_ID_INVALID', cardCode });

const RedirectUrl = (): PropertyDecorator =>
  ruleDecorator<string>(
    {
      name: 'redirectUrl',
      about: `an absolute https URL of at most ${MAX_URL_LENGTH} characters without credentials or a card number`,
      findProblem: (text) => findUrlProblem(text)?.rule ?? null,
      codeOf: (text) => findUrlProblem(text)?.code ?? 'URL_INVALID',
    },
    'URL_INVALID',
    cardCode,
  );

const AllowedHost = (): PropertyDecorator =>
  DomainRule('of a host that this installation redirects to', 'URL_HOST_NOT_ALLOWED');

@InputType('CreateOrderInput', { description: 'The order to create.' })
export class CreateOrderInput extends InputWithProblems<OrderRequestProblemCode> {
  @Field(() => String, {
    nullable: true,
    description:
      'Identifies the request. Repeating a request with the same key returns the existing order and creates nothing.',
  })
  @Text({ max: MAX_KEY_LENGTH, code: 'IDEMPOTENCY_KEY_INVALID', cardCode })
  idempotencyKey?: string | null;

  @Field(() => ID, { nullable: true, description: 'The merchant account; by default the first.' })
  @Id()
  accountId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The order's id in the merchant's system, unique in the account; by default Purser's id.",
  })
  @ExternalId()
  externalId?: string | null;

  @Field(() => OrderMethodEnum, { defaultValue: 'HOSTED_PAGE', description: 'How the payer pays.' })
  @DomainRule('enabled for the account', 'METHOD_NOT_AVAILABLE', 'METHOD_NOT_CONFIGURED')
  method: OrderMethod;

  @Field(() => DecimalScalar, { description: 'Amount that the payer has to pay, greater than zero.' })
  @DomainRule(
    'above zero, with no more digits after the point than its currency has',
    'AMOUNT_NOT_POSITIVE',
    'AMOUNT_TOO_PRECISE',
  )
  amount: DecimalString;

  @Field(() => CurrencyCodeScalar, {
    nullable: true,
    description: 'The currency; by default the currency of the terminal.',
  })
  currency?: CurrencyCode | null;

  @Field(() => String, { nullable: true, description: 'Purpose of the payment, shown to the payer.' })
  @Text({ max: MAX_PURPOSE_LENGTH, code: 'PURPOSE_INVALID', cardCode })
  purpose?: string | null;

  @Field(() => String, { nullable: true, description: 'The https URL to redirect the payer to after paying.' })
  @AllowedHost()
  @RedirectUrl()
  successUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The https URL to redirect the payer to after a failed payment.',
  })
  @AllowedHost()
  @RedirectUrl()
  failUrl?: string | null;

  @Field(() => CustomerInput, { nullable: true, description: 'The payer, with the fields that the method requires.' })
  @RequiredFields()
  @Nested(() => CustomerInput)
  customer?: CustomerInput | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The payer's id in the merchant's system. Purser does not send it to the provider, and stores only a keyed hash, with which the order can be found, and a masked form.",
  })
  @Text({ max: MAX_CUSTOMER_ID_LENGTH, code: 'CUSTOMER_ID_INVALID', cardCode })
  customerId?: string | null;

  @Field(() => CardInput, { nullable: true, description: 'The card; only for CARD_IN_ORDER.' })
  @Nested(() => CardInput)
  @DomainRule('required for CARD_IN_ORDER, not allowed for other methods', 'CARD_REQUIRED', 'CARD_NOT_TAKEN')
  card?: CardInput | null;
}

/** A caller's request after the API's scalars have parsed it: every field of the input, null if it was not given. */
export interface CreateOrderRequest extends Omit<AskedFor<CreateOrderInput>, 'customer'> {
  readonly customer: Customer;
  /** Purser's id of the failed order that this one retries; null if the order is not a retry. */
  readonly retryOf: string | null;
}

const NOT_GIVEN: NotGiven<CreateOrderInput> = {
  idempotencyKey: null,
  accountId: null,
  externalId: null,
  currency: null,
  purpose: null,
  successUrl: null,
  failUrl: null,
  customer: null,
  customerId: null,
  card: null,
};

export function toCreateOrderRequest({ problems: _problems, ...given }: CreateOrderInput): CreateOrderRequest {
  return { ...NOT_GIVEN, ...given, customer: toCustomer(given.customer), retryOf: null };
}
