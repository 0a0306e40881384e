import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../../platform/database/api-reads.js';
import { AccessModule } from '../../access/access.module.js';
import { AccountEntity } from './persistence/account.entity.js';
import { AccountSearchService } from './account-search.service.js';
import { AccountsService } from './accounts.service.js';
import { AccountFieldsResolver } from './graphql/account-fields.resolver.js';
import { AccountsResolver } from './graphql/accounts.resolver.js';
import { UpdateTerminalProfileService } from './update-terminal-profile.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([AccountEntity]), TypeOrmModule.forFeature([AccountEntity], READS), AccessModule],
  providers: [
    AccountsService,
    AccountSearchService,
    UpdateTerminalProfileService,
    AccountsResolver,
    AccountFieldsResolver,
  ],
  exports: [AccountsService, AccountSearchService],
})
export class AccountsModule {}
