import { Field, Int, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import { FactModel } from '../../../desk/audit/graphql/fact.model.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';

@ObjectType('PayoutService', { description: 'A way to pay that the provider has enabled for the account.' })
export class PayoutServiceModel {
  @Field(() => Int, { description: 'Goes into `serviceId` of a payout.' })
  id: number;

  @Field(() => String, { nullable: true, description: "The provider's name for it." })
  name: string | null;

  @Field(() => CurrencyCodeScalar, { nullable: true, description: 'The currency it pays in; null if not stated.' })
  currency: CurrencyCode | null;

  @Field(() => [FactModel], { description: 'Other fields of its entry in the list.' })
  details: FactModel[];
}
