import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../access/requires.decorator.js';
import { parseUuidInput } from '../../graphql/errors/parse-uuid-input.js';
import type { AccountEntity } from '../account.entity.js';
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
    description: "Describes what an account's terminal accepts, as the payment service told the merchant.",
  })
  @Requires('accounts:update')
  async updateTerminalProfile(
    @Args('input', { description: 'What to change.' }) input: UpdateTerminalProfileInput,
  ): Promise<UpdateTerminalProfilePayload> {
    const id = parseUuidInput(input.accountId, ['input', 'accountId']);
    const { account, refusals } = await this.updating.update(id, toTerminalProfileChanges(input));
    return { account: account && this.toModel(account), userErrors: toUserErrors(refusals) };
  }

  private toModel(account: AccountEntity): AccountModel {
    return toAccountModel(account, this.service.terminalProfileOf(account));
  }
}
