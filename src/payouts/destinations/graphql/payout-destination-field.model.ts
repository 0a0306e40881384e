import { Field, ObjectType } from '@nestjs/graphql';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import { type DestinationField, FIELD_PRESENCES, type FieldPresence } from '../table/destination.js';
import { FIELD_KINDS, type FieldKind } from '../formats/field-format.js';

const PayoutFieldKindEnum = describedEnum<FieldKind>({
  name: 'PayoutFieldKind',
  description: 'Kind of text that a field accepts, so that a form can choose the right control.',
  values: FIELD_KINDS,
});

const PayoutFieldPresenceEnum = describedEnum<FieldPresence>({
  name: 'PayoutFieldPresence',
  description: 'Whether a field is required.',
  values: FIELD_PRESENCES,
});

@ObjectType('PayoutDestinationField', {
  description: 'A field of a recipient, described so that a form can ask for it.',
})
export class PayoutDestinationFieldModel {
  @Field(() => String, { description: 'Name of the field in `PayoutRecipientInput`.' })
  name: string;

  @Field(() => String, { description: 'Display name.' })
  label: string;

  @Field(() => PayoutFieldPresenceEnum, { description: 'Whether the field is required.' })
  presence: FieldPresence;

  @Field(() => PayoutFieldKindEnum, { description: 'Kind of text that the field accepts.' })
  kind: FieldKind;

  @Field(() => String, { description: 'The validation rule, in one sentence.' })
  rule: string;

  @Field(() => String, { description: 'A valid example.' })
  example: string;

  @Field(() => [String], { description: 'The allowed values; empty if the field accepts free text.' })
  choices: string[];

  @Field(() => String, {
    nullable: true,
    description: 'Ask for the field only with this payment type; null for all payment types.',
  })
  onlyForPaymentType: string | null;

  @Field(() => CurrencyCodeScalar, {
    nullable: true,
    description: 'Ask for the field only for payouts in this currency; null for all currencies.',
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
