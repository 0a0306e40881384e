import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { AccountsService } from '../accounts.service.js';
import { findRepeatedMethods, UpdateTerminalProfileService } from '../update-terminal-profile.service.js';
import {
  toTerminalProfileChanges,
  UpdateTerminalProfileInput,
  UpdateTerminalProfilePayload,
} from './update-terminal-profile.js';
import { toUserErrors } from '../../../platform/graphql/user-error.model.js';

@Resolver(() => AccountModel)
export class AccountsResolver {
  constructor(
    private readonly service: AccountsService,
    private readonly updating: UpdateTerminalProfileService,
  ) {}

  @Query(() => [AccountModel], { description: 'All merchant accounts, sorted by name.' })
  @Requires('accounts:read')
  async accounts(): Promise<AccountModel[]> {
    return this.service.list();
  }

  @Mutation(() => UpdateTerminalProfilePayload, {
    description: "Configures which methods and fields an account's terminal accepts, as agreed with the provider.",
  })
  @Requires('accounts:update')
  @RefusesInput<UpdateTerminalProfilePayload>(async (input: UpdateTerminalProfileInput, resolver: AccountsResolver) => {
    const account = await resolver.service.find(input.accountId);
    const userErrors = toUserErrors(findRepeatedMethods(toTerminalProfileChanges(input)));
    return { account, userErrors };
  })
  async updateTerminalProfile(
    @Args('input', { description: 'The changes.' }) input: UpdateTerminalProfileInput,
  ): Promise<UpdateTerminalProfilePayload> {
    const changes = toTerminalProfileChanges(input);
    const { account, refusals } = await this.updating.update(input.accountId, changes, input.reason);
    return { account, userErrors: toUserErrors(refusals) };
  }
}
