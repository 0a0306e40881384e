import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { NestedList } from '../../../platform/graphql/validation/nested.decorator.js';
import { Reason, Text } from '../../../platform/graphql/validation/text.decorator.js';
import { mutationPayload } from '../../../platform/graphql/user-error.model.js';
import type { CustomerField } from '../../../provider/profile/customer-field.js';
import type { OrderMethod } from '../domain/order-method.js';
import type { WalletVariant, WordedMethod } from '../domain/terminal-profile.js';
import type { TerminalProfileChanges } from '../update-terminal-profile.service.js';
import { OrderMethodEnum } from './order-method.enum.js';
import { CustomerFieldEnum, WalletVariantEnum, WordedMethodEnum } from './terminal-profile.enum.js';

// The maximum length of a word in the provider profile.
const MAX_WORD_LENGTH = 100;

// More than there are methods. Each method may be given only once.
const MAX_ENTRIES = 20;

@InputType('MethodWordInput', { description: "The provider's word that selects a method at this terminal." })
export class MethodWordInput {
  @Field(() => WordedMethodEnum, { description: 'The payment method.' })
  method: WordedMethod;

  @Field(() => String, { nullable: true, description: 'The word; null restores the default of the wallet variant.' })
  @Text({ max: MAX_WORD_LENGTH, code: 'WORD_INVALID' })
  word?: string | null;
}

@InputType('RequiredFieldsInput', { description: "The payer's fields that this terminal requires for a method." })
export class RequiredFieldsInput {
  @Field(() => OrderMethodEnum, { description: 'The payment method.' })
  method: OrderMethod;

  @Field(() => [CustomerFieldEnum], {
    nullable: true,
    description: "The fields; null restores the defaults from the provider's documentation.",
  })
  fields?: CustomerField[] | null;
}

@InputType('UpdateTerminalProfileInput', {
  description: 'Changes to a terminal profile. Absent fields stay unchanged.',
})
export class UpdateTerminalProfileInput {
  @Field(() => ID, { description: 'The merchant account.' })
  @Id()
  accountId: string;

  @Field(() => WalletVariantEnum, { nullable: true, description: "How the terminal's wallets are connected." })
  walletVariant?: WalletVariant | null;

  @Field(() => [OrderMethodEnum], {
    nullable: true,
    description: 'All methods of the terminal, including the hosted page.',
  })
  enabledMethods?: OrderMethod[] | null;

  @Field(() => [MethodWordInput], {
    nullable: true,
    description: 'Words that differ from the defaults of the wallet variant.',
  })
  @DomainRule('one entry for each method', 'METHOD_REPEATED')
  @NestedList(() => MethodWordInput, { max: MAX_ENTRIES, code: 'METHOD_REPEATED' })
  words?: MethodWordInput[] | null;

  @Field(() => [RequiredFieldsInput], { nullable: true, description: 'Required fields that differ from the defaults.' })
  @DomainRule('one entry for each method', 'METHOD_REPEATED')
  @NestedList(() => RequiredFieldsInput, { max: MAX_ENTRIES, code: 'METHOD_REPEATED' })
  requiredFields?: RequiredFieldsInput[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the hosted page requires the payer's e-mail address for cards.",
  })
  hostedPageNeedsEmail?: boolean | null;

  @Field(() => String, { description: 'The reason; stored in the audit log.' })
  @Reason()
  reason: string;
}

export function toTerminalProfileChanges(input: UpdateTerminalProfileInput): TerminalProfileChanges {
  return {
    walletVariant: input.walletVariant ?? undefined,
    enabledMethods: input.enabledMethods ?? undefined,
    words: (input.words ?? []).map(({ method, word }) => ({ method, word: word ?? null })),
    requiredFields: (input.requiredFields ?? []).map(({ method, fields }) => ({ method, fields: fields ?? null })),
    hostedPageNeedsEmail: input.hostedPageNeedsEmail ?? undefined,
  };
}

@ObjectType('UpdateTerminalProfilePayload', {
  description: 'The account after the call, and the problems with the request.',
})
export class UpdateTerminalProfilePayload extends mutationPayload('UpdateTerminalProfile', {
  description: 'Why a terminal profile was not changed.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    WORD_INVALID: 'A word is empty, too long or unprintable, or contains a card number.',
    METHOD_REPEATED: 'The same method is given twice.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
  },
  listed: 'Problems with the request; empty if the terminal profile was changed.',
}) {
  @Field(() => AccountModel, {
    nullable: true,
    description: 'The account in its current state; null if there is no such account.',
  })
  account: AccountModel | null;
}
