import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import type { Destination } from '../table/destination.js';
import { PAYOUT_PAYMENT_TYPES, type PayoutPaymentType } from '../../../provider/profile/payout-destination.js';
import { describeAmountRule, type PayoutCurrency } from '../payout-currency.js';
import { PayoutDestinationFieldModel, toPayoutDestinationFieldModel } from './payout-destination-field.model.js';

@ObjectType('PayoutCurrency', { description: 'A currency of a destination, with its rule for amounts.' })
export class PayoutCurrencyModel {
  @Field(() => CurrencyCodeScalar, { description: 'The currency.' })
  code: CurrencyCode;

  @Field(() => Int, { description: 'Maximum number of decimals; 0 for whole numbers.' })
  maxFractionDigits: number;

  @Field(() => DecimalScalar, {
    nullable: true,
    description: 'Number that an amount must be a multiple of; null for none.',
  })
  multipleOf: string | null;

  @Field(() => String, { description: 'The rule for amounts, in one sentence.' })
  amountRule: string;
}

@ObjectType('PayoutPaymentType', { description: 'A way to pay at a destination.' })
export class PayoutPaymentTypeModel {
  @Field(() => String, { description: 'Goes into `paymentType` of a payout.' })
  code: string;

  @Field(() => String, { description: 'Recipient of this payment type, in one sentence.' })
  description: string;
}

@ObjectType('PayoutDestination', {
  description:
    'A destination of payouts, with everything that a form needs. All its payment types are available in all its currencies.',
})
export class PayoutDestinationModel {
  @Field(() => ID, { description: 'Name for programs; it never changes.' })
  id: string;

  @Field(() => String, { description: 'Name for people.' })
  title: string;

  @Field(() => String, { description: 'Kind of recipient at this destination, in one sentence.' })
  description: string;

  @Field(() => [PayoutCurrencyModel], { description: 'The currencies to choose from.' })
  currencies: PayoutCurrencyModel[];

  @Field(() => [PayoutPaymentTypeModel], { description: 'The payment types to choose from.' })
  paymentTypes: PayoutPaymentTypeModel[];

  @Field(() => [PayoutDestinationFieldModel], {
    description:
      'Fields of the recipient to ask for, in order. A currency and a payment type leave one field of each name.',
  })
  fields: PayoutDestinationFieldModel[];

  @Field(() => String, { description: 'Advice on what to check before leaving out `serviceId`.' })
  serviceWarning: string;

  @Field(() => [String], {
    description: 'Settings that the operator must configure before payouts to it are accepted; empty if none.',
  })
  notConfigured: string[];

  @Field(() => [String], { description: 'Further notes for people.' })
  notes: string[];
}

export function toPayoutDestinationModel(
  destination: Destination,
  { notConfigured }: { readonly notConfigured: string[] } = { notConfigured: [] },
): PayoutDestinationModel {
  return {
    id: destination.id,
    title: destination.title,
    description: destination.description,
    currencies: destination.currencies.map(toCurrencyModel),
    paymentTypes: destination.paymentTypes.map(toPaymentTypeModel),
    fields: destination.fields.map(toPayoutDestinationFieldModel),
    serviceWarning: destination.serviceWarning,
    notConfigured,
    notes: [...destination.notes],
  };
}

function toCurrencyModel({ code, amountRule }: PayoutCurrency): PayoutCurrencyModel {
  return {
    code,
    maxFractionDigits: amountRule.maxFractionDigits,
    multipleOf: amountRule.multipleOf,
    amountRule: `An amount must be ${describeAmountRule(amountRule)}.`,
  };
}

function toPaymentTypeModel(code: PayoutPaymentType): PayoutPaymentTypeModel {
  return { code, description: PAYOUT_PAYMENT_TYPES[code].about };
}
