import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import type { Destination } from '../table/destination.js';
import { PAYOUT_PAYMENT_TYPES, type PayoutPaymentType } from '../../../provider/profile/payout-destination.js';
import { describeAmountRule, type PayoutCurrency } from '../payout-currency.js';
import { PayoutDestinationFieldModel, toPayoutDestinationFieldModel } from './payout-destination-field.model.js';

@ObjectType('PayoutCurrency', { description: 'A currency that a destination supports, with its rule for amounts.' })
export class PayoutCurrencyModel {
  @Field(() => CurrencyCodeScalar, { description: 'The currency.' })
  code: CurrencyCode;

  @Field(() => Int, { description: 'Maximum number of decimals; 0 for whole numbers.' })
  maxFractionDigits: number;

  @Field(() => DecimalScalar, {
    nullable: true,
    description: 'The amount must be a multiple of this number; null if there is no such rule.',
  })
  multipleOf: string | null;

  @Field(() => String, { description: 'The rule for amounts, in one sentence.' })
  amountRule: string;
}

@ObjectType('PayoutPaymentType', { description: 'A way to pay recipients at a destination.' })
export class PayoutPaymentTypeModel {
  @Field(() => String, { description: "The value for a payout's `paymentType`." })
  code: string;

  @Field(() => String, { description: 'The kind of recipient for this payment type, in one sentence.' })
  description: string;
}

@ObjectType('PayoutDestination', {
  description:
    'A destination for payouts, with everything that a form needs. Each of its payment types is available in each of its currencies.',
})
export class PayoutDestinationModel {
  @Field(() => ID, { description: 'Machine-readable name of the destination. It never changes.' })
  id: string;

  @Field(() => String, { description: 'Display name.' })
  title: string;

  @Field(() => String, { description: 'The kind of recipient at this destination, in one sentence.' })
  description: string;

  @Field(() => [PayoutCurrencyModel], { description: 'The currencies to choose from.' })
  currencies: PayoutCurrencyModel[];

  @Field(() => [PayoutPaymentTypeModel], { description: 'The payment types to choose from.' })
  paymentTypes: PayoutPaymentTypeModel[];

  @Field(() => [PayoutDestinationFieldModel], {
    description:
      'Fields of the recipient to ask for, in order. A name may occur more than once, but only one of its fields applies to a given currency and payment type.',
  })
  fields: PayoutDestinationFieldModel[];

  @Field(() => String, { description: 'What to check before omitting `serviceId`.' })
  serviceWarning: string;

  @Field(() => [String], {
    description:
      'Settings that the operator must configure before payouts to this destination are accepted; empty if nothing is missing.',
  })
  notConfigured: string[];

  @Field(() => [String], { description: 'Further notes, to show to people.' })
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
