import { ID, ResolveField, Resolver } from '@nestjs/graphql';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { BatchLoader } from '../../../platform/graphql/batch-loader.js';
import { AccountsService } from '../accounts.service.js';
import type { AccountEntity } from '../persistence/account.entity.js';
import { TerminalProfileModel, toTerminalProfileModel } from './terminal-profile.model.js';

/**
 * Loads the other fields of an account for objects that store only the account's id. A query for the id only reads no
 * table.
 */
@Resolver(() => AccountModel)
export class AccountFieldsResolver {
  readonly #accounts: BatchLoader<AccountEntity>;

  constructor(private readonly service: AccountsService) {
    this.#accounts = new BatchLoader((ids) => service.listByIds(ids));
  }

  @ResolveField(() => ID)
  id(account: AccountEntity | string): string {
    return typeof account === 'string' ? account : account.id;
  }

  @ResolveField(() => String)
  async name(account: AccountEntity | string): Promise<string> {
    return (await this.whole(account)).name;
  }

  @ResolveField(() => DateTimeScalar)
  async createdAt(account: AccountEntity | string): Promise<Date> {
    return (await this.whole(account)).createdAt;
  }

  @ResolveField(() => TerminalProfileModel, {
    description: "Methods and fields that the account's terminal accepts, as configured by the operator.",
  })
  async terminalProfile(account: AccountEntity | string): Promise<TerminalProfileModel> {
    return toTerminalProfileModel(this.service.terminalProfileOf(await this.whole(account)));
  }

  private async whole(account: AccountEntity | string): Promise<AccountEntity> {
    return typeof account === 'string' ? this.#accounts.load(account) : account;
  }
}
