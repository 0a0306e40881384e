import { Module } from '@nestjs/common';
import { AccountsModule } from '../../desk/accounts/accounts.module.js';
import { ProviderModule } from '../../provider/provider.module.js';
import { PayoutLookupsService } from './payout-lookups.service.js';
import { PayoutDestinationsResolver } from './graphql/payout-destinations.resolver.js';

/** Where money can go, and what the provider wants to know of the recipient. */
@Module({
  imports: [AccountsModule, ProviderModule],
  providers: [PayoutLookupsService, PayoutDestinationsResolver],
  exports: [PayoutLookupsService],
})
export class PayoutDestinationsModule {}
