import { Field, Int, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import { FactModel } from '../../../desk/audit/graphql/fact.model.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';

@ObjectType('PayoutService', {
  description: 'A service, or way to pay, that the provider has enabled for the account.',
})
export class PayoutServiceModel {
  @Field(() => Int, { description: "The value for a payout's `serviceId`." })
  id: number;

  @Field(() => String, { nullable: true, description: "The provider's name for the service." })
  name: string | null;

  @Field(() => CurrencyCodeScalar, {
    nullable: true,
    description: 'The currency that the service pays in; null if the provider does not say.',
  })
  currency: CurrencyCode | null;

  @Field(() => [FactModel], { description: "Other fields of the service in the provider's list." })
  details: FactModel[];
}
