import { Field, ObjectType } from '@nestjs/graphql';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import { type DestinationField, FIELD_PRESENCES, type FieldPresence } from '../table/destination.js';
import { FIELD_KINDS, type FieldKind } from '../formats/field-format.js';

const PayoutFieldKindEnum = describedEnum<FieldKind>({
  name: 'PayoutFieldKind',
  description: 'Kind of text that a field accepts. Forms choose their control by it.',
  values: FIELD_KINDS,
});

const PayoutFieldPresenceEnum = describedEnum<FieldPresence>({
  name: 'PayoutFieldPresence',
  description: 'Whether a field is required.',
  values: FIELD_PRESENCES,
});

@ObjectType('PayoutDestinationField', { description: 'One field of a recipient, as a form asks for it.' })
export class PayoutDestinationFieldModel {
  @Field(() => String, { description: 'Its name in `PayoutRecipientInput`.' })
  name: string;

  @Field(() => String, { description: 'Name for people.' })
  label: string;

  @Field(() => PayoutFieldPresenceEnum, { description: 'Whether the field is required.' })
  presence: FieldPresence;

  @Field(() => PayoutFieldKindEnum, { description: 'Kind of text that the field accepts.' })
  kind: FieldKind;

  @Field(() => String, { description: 'The validation rule, in one sentence.' })
  rule: string;

  @Field(() => String, { description: 'A valid example.' })
  example: string;

  @Field(() => [String], { description: 'Allowed values; empty when the text is free.' })
  choices: string[];

  @Field(() => String, {
    nullable: true,
    description: 'Ask for it only with this payment type; null for all.',
  })
  onlyForPaymentType: string | null;

  @Field(() => CurrencyCodeScalar, {
    nullable: true,
    description: 'Ask for it only in this currency; null for all.',
  })
  onlyForCurrency: string | null;
}

export function toPayoutDestinationFieldModel(field: DestinationField): PayoutDestinationFieldModel {
  const { name, label, presence, format, onlyFor } = field;
  return {
    name,
    label,
    presence,
    kind: format.kind,
    rule: `Must be ${format.rule}.`,
    example: format.example,
    choices: [...format.choices],
    onlyForPaymentType: onlyFor !== undefined && 'paymentType' in onlyFor ? onlyFor.paymentType : null,
    onlyForCurrency: onlyFor !== undefined && 'currency' in onlyFor ? onlyFor.currency : null,
  };
}
