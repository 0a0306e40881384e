import { Field, ObjectType } from '@nestjs/graphql';
import { mutationPayload } from '../../graphql/user-error.model.js';
import { AccountModel } from './account.model.js';

@ObjectType('UpdateTerminalProfilePayload', {
  description: 'The account after the call, and the problems with the request.',
})
export class UpdateTerminalProfilePayload extends mutationPayload('UpdateTerminalProfile', {
  description: 'Why a terminal profile was not changed.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    WORD_INVALID: 'A word is empty, too long or unprintable, or holds a card number.',
    METHOD_REPEATED: 'One method is given twice, so nobody can tell which entry is meant.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
  },
  listed: 'Problems with the request; empty when the terminal profile was changed.',
}) {
  @Field(() => AccountModel, { nullable: true, description: 'The account as it is now; null when there is none.' })
  account: AccountModel | null;
}
