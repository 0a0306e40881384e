import { Field, InputType } from '@nestjs/graphql';
import type { Secret } from '../../common/secret.js';
import { CardCvvScalar } from '../../graphql/scalars/card-cvv.scalar.js';
import { CardNumberScalar } from '../../graphql/scalars/card-number.scalar.js';

@InputType('CardInput', { description: 'A card, passed on once and never stored.' })
export class CardInput {
  @Field(() => CardNumberScalar, { description: 'The number on the card.' })
  cardNumber: Secret;

  @Field(() => String, { description: 'The name on the card.' })
  cardholderName: string;

  @Field(() => String, { description: 'When it expires, MM/YY.' })
  expiryDate: string;

  @Field(() => CardCvvScalar, { description: 'The security code on the card.' })
  cvv: Secret;
}
