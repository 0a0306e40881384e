import { Module } from '@nestjs/common';
import { PayoutCoreModule } from './core/payout-core.module.js';
import { PayoutEvidenceModule } from './evidence/payout-evidence.module.js';
import { PayoutPollingModule } from './polling/payout-polling.module.js';
import { PayoutReadingModule } from './reading/payout-reading.module.js';
import { PayoutViewsModule } from './graphql/payout-views.module.js';

/** Everything about payouts. Each stage of a payout is a module that imports the modules of the stages before it. */
@Module({
  imports: [PayoutCoreModule, PayoutReadingModule, PayoutEvidenceModule, PayoutPollingModule, PayoutViewsModule],
  exports: [PayoutCoreModule, PayoutReadingModule, PayoutEvidenceModule],
})
export class PayoutsModule {}
