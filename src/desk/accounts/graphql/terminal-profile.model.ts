import { Field, ObjectType } from '@nestjs/graphql';
import type { CustomerField } from '../../../provider/profile/customer-field.js';
import type { OrderMethod } from '../domain/order-method.js';
import {
  extraParamsOf,
  lacksWord,
  requiredFieldsOf,
  type TerminalProfile,
  type WalletVariant,
} from '../domain/terminal-profile.js';
import { OrderMethodEnum } from './order-method.enum.js';
import { CustomerFieldEnum, WalletVariantEnum } from './terminal-profile.enum.js';

@ObjectType('TerminalMethod', { description: 'A payment method of a terminal.' })
export class TerminalMethodModel {
  @Field(() => OrderMethodEnum, { description: 'How the payer pays.' })
  method: OrderMethod;

  @Field(() => [CustomerFieldEnum], { description: "The payer's fields that this method requires." })
  requiredFields: CustomerField[];

  @Field(() => String, {
    nullable: true,
    description: "The provider's word that selects the method; null if the method needs none.",
  })
  word: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the word is still a placeholder. An installation with real payments refuses orders by this method.',
  })
  lacksWord: boolean;
}

@ObjectType('TerminalProfile', {
  description: "Methods and fields that an account's terminal accepts, as configured by the operator.",
})
export class TerminalProfileModel {
  @Field(() => WalletVariantEnum, { description: "How the terminal's wallets are connected." })
  walletVariant: WalletVariant;

  @Field(() => [TerminalMethodModel], {
    description: 'The payment methods of the terminal. Orders by any other method are refused.',
  })
  methods: TerminalMethodModel[];

  @Field(() => Boolean, { description: "Whether the hosted page requires the payer's e-mail address for cards." })
  hostedPageNeedsEmail: boolean;
}

export function toTerminalProfileModel(profile: TerminalProfile): TerminalProfileModel {
  return {
    walletVariant: profile.walletVariant,
    methods: profile.enabledMethods.map((method) => ({
      method,
      requiredFields: [...requiredFieldsOf(profile, method)],
      word: extraParamsOf(profile, method),
      lacksWord: lacksWord(profile, method),
    })),
    hostedPageNeedsEmail: profile.hostedPageNeedsEmail,
  };
}
