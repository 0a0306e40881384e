import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../scopes/requires.decorator.js';
import type { Caller } from '../../graphql/request-context.js';
import { RefusesInput } from '../../graphql/validation/refuses-input.decorator.js';
import type { AccountEntity } from '../persistence/account.entity.js';
import { AccountsService } from '../accounts.service.js';
import { findRepeatedMethods, UpdateTerminalProfileService } from '../update-terminal-profile.service.js';
import { AccountModel, toAccountModel } from './account.model.js';
import { toTerminalProfileChanges, UpdateTerminalProfileInput } from './update-terminal-profile.input.js';
import { toUserErrors, UpdateTerminalProfilePayload } from './update-terminal-profile.payload.js';

@Resolver(() => AccountModel)
export class AccountsResolver {
  constructor(
    private readonly service: AccountsService,
    private readonly updating: UpdateTerminalProfileService,
  ) {}

  @Query(() => [AccountModel], { description: 'Every merchant account, by name.' })
  @Requires('accounts:read')
  async accounts(): Promise<AccountModel[]> {
    return (await this.service.list()).map((account) => this.toModel(account));
  }

  @Mutation(() => UpdateTerminalProfilePayload, {
    description:
      "Describes what an account's terminal accepts, as the payment service told the merchant. The first call proposes " +
      'it; the same call by another API key confirms it.',
  })
  @Requires('accounts:update')
  @RefusesInput<UpdateTerminalProfilePayload>(async (input: UpdateTerminalProfileInput, resolver: AccountsResolver) => {
    const account = await resolver.service.find(input.accountId);
    const userErrors = toUserErrors(findRepeatedMethods(toTerminalProfileChanges(input)));
    return { account: account && resolver.toModel(account), isConfirmed: false, userErrors };
  })
  async updateTerminalProfile(
    @Args('input', { description: 'What to change.' }) input: UpdateTerminalProfileInput,
    @Context('caller') caller: Caller,
  ): Promise<UpdateTerminalProfilePayload> {
    const decision = { reason: input.reason, actorId: caller.id };
    const { account, isConfirmed, refusals } = await this.updating.update(
      input.accountId,
      toTerminalProfileChanges(input),
      decision,
    );
    return { account: account && this.toModel(account), isConfirmed, userErrors: toUserErrors(refusals) };
  }

  private toModel(account: AccountEntity): AccountModel {
    return toAccountModel(account, this.service.terminalProfileOf(account));
  }
}
