import { Field, ID, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../graphql/scalars/date-time.scalar.js';
import type { AccountEntity } from '../persistence/account.entity.js';
import type { TerminalProfile } from '../domain/terminal-profile.js';
import { TerminalProfileModel, toTerminalProfileModel } from './terminal-profile.model.js';

@ObjectType('Account', { description: 'A merchant account at the provider.' })
export class AccountModel {
  @Field(() => ID, { description: "Purser's id of the account." })
  id: string;

  @Field(() => String, { description: 'The name the operator gave it.' })
  name: string;

  @Field(() => TerminalProfileModel, {
    description: "Methods and fields that the account's terminal accepts; null when nobody described it.",
  })
  terminalProfile: TerminalProfileModel;

  @Field(() => DateTimeScalar, { description: 'When Purser first knew it.' })
  createdAt: Date;
}

export function toAccountModel({ id, name, createdAt }: AccountEntity, profile: TerminalProfile): AccountModel {
  return { id, name, terminalProfile: toTerminalProfileModel(profile), createdAt };
}
