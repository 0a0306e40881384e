import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../scopes/requires.decorator.js';
import { parseUuidInput } from '../../graphql/errors/parse-uuid-input.js';
import type { Caller } from '../../graphql/request-context.js';
import type { AccountEntity } from '../persistence/account.entity.js';
import { AccountsService } from '../accounts.service.js';
import { UpdateTerminalProfileService } from '../update-terminal-profile.service.js';
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
  async updateTerminalProfile(
    @Args('input', { description: 'What to change.' }) input: UpdateTerminalProfileInput,
    @Context('caller') caller: Caller,
  ): Promise<UpdateTerminalProfilePayload> {
    const id = parseUuidInput(input.accountId, ['input', 'accountId']);
    const decision = { reason: input.reason, actorId: caller.id };
    const { account, isConfirmed, refusals } = await this.updating.update(
      id,
      toTerminalProfileChanges(input),
      decision,
    );
    return { account: account && this.toModel(account), isConfirmed, userErrors: toUserErrors(refusals) };
  }

  private toModel(account: AccountEntity): AccountModel {
    return toAccountModel(account, this.service.terminalProfileOf(account));
  }
}
