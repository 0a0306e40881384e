import { Module } from '@nestjs/common';
import { PayoutCoreModule } from '../core/payout-core.module.js';
import { PayoutEvidenceModule } from '../evidence/payout-evidence.module.js';
import { PollNamedPayoutsService } from './poll-named-payouts.service.js';
import { PollPayoutsService } from './poll-payouts.service.js';
import { RefreshPayoutService } from './refresh-payout.service.js';
import { RefreshPayoutResolver } from './graphql/refresh-payout.resolver.js';

@Module({
  imports: [PayoutCoreModule, PayoutEvidenceModule],
  providers: [RefreshPayoutResolver, PollNamedPayoutsService, PollPayoutsService, RefreshPayoutService],
})
export class PayoutPollingModule {}
