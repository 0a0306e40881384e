import { Module } from '@nestjs/common';
import { AccountsModule } from '../../desk/accounts/accounts.module.js';
import { ProviderModule } from '../../provider/provider.module.js';
import { PayoutLookupsService } from './payout-lookups.service.js';
import { PayoutDestinationsResolver } from './graphql/payout-destinations.resolver.js';

@Module({
  imports: [AccountsModule, ProviderModule],
  providers: [PayoutLookupsService, PayoutDestinationsResolver],
  exports: [PayoutLookupsService],
})
export class PayoutDestinationsModule {}
