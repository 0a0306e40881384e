import { Field, InputType } from '@nestjs/graphql';
import type { Secret } from '../../../common/secret.js';
import { CardCvvScalar } from './card-cvv.scalar.js';
import { CardNumberScalar } from './card-number.scalar.js';
import { type CheckedRule, ruleDecorator } from '../../../platform/graphql/validation/field-rule.js';
import type { CardProblemCode } from '../../domain/order-problem.js';
import {
  findCardholderNameProblem,
  findCardNumberProblem,
  findCvvProblem,
  findExpiryProblem,
} from '../../domain/payment-card.js';

function CardRule<Value>(rule: Omit<CheckedRule<Value>, 'name'>, ...codes: CardProblemCode[]): PropertyDecorator {
  return ruleDecorator({ name: 'card', ...rule }, ...codes);
}

@InputType('CardInput', { description: 'A card, sent once and never stored.' })
export class CardInput {
  @Field(() => CardNumberScalar, { description: 'The number on the card.' })
  @CardRule(
    { about: '12 to 19 digits of a card number, in groups or not', findProblem: findCardNumberProblem },
    'CARD_NUMBER_INVALID',
  )
  cardNumber: Secret;

  @Field(() => String, { description: 'The name on the card.' })
  @CardRule(
    {
      about: '1 to 100 printable characters, no digits, no space at either end',
      findProblem: findCardholderNameProblem,
    },
    'CARDHOLDER_NAME_INVALID',
  )
  cardholderName: string;

  @Field(() => String, { description: 'The expiry date, MM/YY.' })
  @CardRule<string>(
    {
      about: 'MM/YY, not in the past and within 20 years',
      findProblem: (text) => findExpiryProblem(text, new Date())?.rule ?? null,
      codeOf: (text) => findExpiryProblem(text, new Date())?.code ?? 'CARD_EXPIRY_INVALID',
    },
    'CARD_EXPIRY_INVALID',
    'CARD_EXPIRED',
  )
  expiryDate: string;

  @Field(() => CardCvvScalar, { description: 'The security code on the card.' })
  @CardRule({ about: '3 or 4 digits, as the card scheme has them', findProblem: findCvvProblem }, 'CARD_CVV_INVALID')
  cvv: Secret;
}
