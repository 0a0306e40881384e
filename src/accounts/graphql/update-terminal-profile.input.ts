import { Field, ID, InputType } from '@nestjs/graphql';
import type { CustomerField } from '../domain/customer-field.js';
import type { OrderMethod } from '../domain/order-method.js';
import type { WalletVariant, WordedMethod } from '../domain/terminal-profile.js';
import type { TerminalProfileChanges } from '../update-terminal-profile.service.js';
import { OrderMethodEnum } from './order-method.enum.js';
import { CustomerFieldEnum, WalletVariantEnum, WordedMethodEnum } from './terminal-profile.enums.js';

@InputType('MethodWordInput', { description: 'The word by which an order asks this terminal for a method.' })
export class MethodWordInput {
  @Field(() => WordedMethodEnum, { description: 'The method.' })
  method: WordedMethod;

  @Field(() => String, { nullable: true, description: "The word; null for the variant's own again." })
  word?: string | null;
}

@InputType('RequiredFieldsInput', { description: 'What this terminal must know of the payer for a method.' })
export class RequiredFieldsInput {
  @Field(() => OrderMethodEnum, { description: 'The method.' })
  method: OrderMethod;

  @Field(() => [CustomerFieldEnum], { nullable: true, description: "The fields; null for the interface's own again." })
  fields?: CustomerField[] | null;
}

@InputType('UpdateTerminalProfileInput', { description: 'What to change; what is absent stays as it is.' })
export class UpdateTerminalProfileInput {
  @Field(() => ID, { description: 'The merchant account.' })
  accountId: string;

  @Field(() => WalletVariantEnum, { nullable: true, description: 'How its wallets are connected.' })
  walletVariant?: WalletVariant | null;

  @Field(() => [OrderMethodEnum], { nullable: true, description: 'Every method it has, the hosted page included.' })
  enabledMethods?: OrderMethod[] | null;

  @Field(() => [MethodWordInput], { nullable: true, description: 'Words that differ from those of the variant.' })
  words?: MethodWordInput[] | null;

  @Field(() => [RequiredFieldsInput], { nullable: true, description: 'Fields that differ from the usual ones.' })
  requiredFields?: RequiredFieldsInput[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the hosted page needs the payer's e-mail address for cards.",
  })
  hostedPageNeedsEmail?: boolean | null;

  @Field(() => String, { description: 'Why; kept with the decision and in the audit log.' })
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
