import { Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../access/requires.decorator.js';
import { AccountsService } from '../accounts.service.js';
import { AccountModel } from './account.model.js';

@Resolver(() => AccountModel)
export class AccountsResolver {
  constructor(private readonly service: AccountsService) {}

  @Query(() => [AccountModel], { description: 'Every merchant account, by name.' })
  @Requires('accounts:read')
  async accounts(): Promise<AccountModel[]> {
    const accounts = await this.service.list();
    return accounts.map(({ id, name, createdAt }) => ({ id, name, createdAt }));
  }
}
