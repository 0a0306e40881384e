import { Field, ObjectType } from '@nestjs/graphql';
import { type UserErrorWith, userErrorType } from '../../graphql/user-error.model.js';
import type {
  UpdateTerminalProfileRefusal,
  UpdateTerminalProfileRefusalCode,
} from '../update-terminal-profile.service.js';
import { AccountModel } from './account.model.js';

type UpdateTerminalProfileErrorCode = UpdateTerminalProfileRefusalCode | 'WORD_INVALID' | 'REASON_INVALID';

const UpdateTerminalProfileUserError = userErrorType<UpdateTerminalProfileErrorCode>('UpdateTerminalProfile', {
  description: 'Why a terminal profile was not changed.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    WORD_INVALID: 'A word is empty, too long or unprintable, or holds a card number.',
    METHOD_REPEATED: 'One method is given twice, so nobody can tell which entry is meant.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
  },
});

@ObjectType('UpdateTerminalProfilePayload', {
  description: 'The account after the call, and the problems with the request.',
})
export class UpdateTerminalProfilePayload {
  @Field(() => AccountModel, { nullable: true, description: 'The account as it is now; null when there is none.' })
  account: AccountModel | null;

  @Field(() => [UpdateTerminalProfileUserError], {
    description: 'Problems with the request; empty when the terminal profile was changed.',
  })
  userErrors: UserErrorWith<UpdateTerminalProfileErrorCode>[];
}

export function toUserErrors(
  refusals: readonly UpdateTerminalProfileRefusal[],
): UserErrorWith<UpdateTerminalProfileErrorCode>[] {
  return refusals.map(({ code, field, message }) => ({ code, message, field: ['input', ...field] }));
}
